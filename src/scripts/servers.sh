# Servers for ./verify and ./demo, and the tidying up after them. To be sourced.
#
#   need_jdk_and_maven  sets JAVA_HOME and puts its java on the PATH, or says what is missing
#   open_run            makes the temporary folder $RUN_DIR; whatever happens to the script
#                       from then on, no process and no file of the run stays
#   need_etcd           finds where an etcd can be had, or ends with the choices
#   need_etcd_program   the same for etcd and etcdctl on the PATH, for tests that kill,
#                       freeze and restore servers of their own
#   need_postgres       the same for PostgreSQL; after `need_postgres embedded` the embedded
#                       binaries go before a Docker engine
#   need_mariadb        the same for a MariaDB that tests start by themselves
#   need_faketime       the same for the library that moves the clock of single processes
#   need_pgbouncer      the same for a PgBouncer that tests start by themselves
#   need_promtool       the same for the program that tests the rules of Prometheus
#   need_chromium       the same for the browser in which tests open the operators' page
#   start_etcd          sets ETCD_ENDPOINTS
#   start_postgres      sets DATABASE_URL, a JDBC URL
#   start NAME COMMAND  starts a process of the run: $STARTED is its pid, $RUN_DIR/NAME.log
#                       its output
#   run COMMAND         runs a command of the run in view, to its end
#   lock NAME           waits until no other run holds this lock, and takes it
#   unlock NAME         gives it back
#   fail MESSAGE        ends the script
#
# Works with the bash 3.2 of macOS. The script that sources it sets ROOT, the top level of
# this repository.

ETCD_IMAGE=${ETCD_IMAGE:-quay.io/coreos/etcd:v3.6.5}
POSTGRES_IMAGE=${POSTGRES_IMAGE:-postgres:17-alpine}

fail() {
	printf '\n%s\n' "$*" >&2
	exit 1
}

need_jdk_and_maven() {
	local version
	: "${JAVA_HOME:=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')}"
	version=$("$JAVA_HOME/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
	[ -n "$JAVA_HOME" ] && [ "${version:-0}" -ge 17 ] || fail "No JDK 17 or later was found: put its java on the PATH, or set JAVA_HOME."
	command -v mvn > /dev/null || fail "No Maven was found: put mvn on the PATH."
	export JAVA_HOME PATH="$JAVA_HOME/bin:$PATH"
}

# A script that another one runs in the background is born with SIGINT ignored, and bash
# cannot undo that itself.
if [ -r /proc/self/status ] && (($(sed -n 's/^SigIgn:[[:space:]]*/0x/p' /proc/$$/status) & 2)) &&
	env --default-signal=INT true 2> /dev/null; then
	exec env --default-signal=INT "$0" "$@"
fi

# --- The run ---------------------------------------------------------------------------

open_run() {
	RUN_DIR=$(mktemp -d "${TMPDIR:-/tmp}/leader-election.XXXXXX") || exit 1
	RUN_DIR=$(cd "$RUN_DIR" && pwd -P)
	# The only writer of this pipe is the script, so its reader sees the end of the script,
	# also that by SIGKILL. A group of its own keeps it from dying with the script.
	mkfifo "$RUN_DIR/alive"
	set -m
	(
		trap '' HUP INT TERM
		read -r _ < "$RUN_DIR/alive"
		close_run
	) < /dev/null > /dev/null 2>&1 &
	disown
	set +m
	exec 9> "$RUN_DIR/alive"
	trap close_run EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
}

close_run() {
	[ -d "$RUN_DIR" ] || return 0
	trap '' HUP INT TERM
	if [ -e "$RUN_DIR/docker" ]; then
		docker ps -aq --filter "label=leader-election.run=$RUN_DIR" | xargs docker rm -fv > /dev/null 2>&1
	fi
	stop_processes
	rm -rf "$RUN_DIR"
}

stop_processes() {
	local pid patience=100
	for pid in $(postmasters); do
		kill -INT "$pid" 2> /dev/null
	done
	for pid in $(marked); do
		kill -TERM "$pid" 2> /dev/null
		# One that was stopped has to go on to see it.
		kill -CONT "$pid" 2> /dev/null
	done
	while [ -n "$(marked)$(postmasters)" ]; do
		if [ $((patience -= 1)) -lt 0 ]; then
			for pid in $(marked) $(postmasters); do
				kill -KILL "$pid" 2> /dev/null
			done
		fi
		sleep 0.1
	done
}

# All that descends from the run carries its mark in the environment ...
marked() {
	if [ -r /proc/self/environ ]; then
		printf '%s\n' "RUN_OF_LEADER_ELECTION=$RUN_DIR" |
			grep -slzxF -f - /proc/[0-9]*/environ | cut -d/ -f3
	else
		ps axeww -o pid=,command= |
			awk -v mark=" RUN_OF_LEADER_ELECTION=$RUN_DIR" '!/ awk / && index($0 " ", mark " ") { print $1 }'
	fi
}

# ... except PostgreSQL, which overwrites its environment, but leaves its pid.
postmasters() {
	local file pid
	find "$RUN_DIR" -name postmaster.pid 2> /dev/null | while read -r file; do
		pid=$(head -n 1 "$file" 2> /dev/null)
		case $(ps_name "$pid") in *postgres*) echo "$pid" ;; esac
	done
}

ps_name() {
	if [ -r /proc/self/comm ]; then
		cat "/proc/${1:-none}/comm" 2> /dev/null
	else
		ps -p "${1:-0}" -o comm=
	fi
}

start() {
	local name=$1
	shift
	RUN_OF_LEADER_ELECTION=$RUN_DIR "$@" < /dev/null > "$RUN_DIR/$name.log" 2>&1 9>&- &
	STARTED=$!
}

run() {
	# In the background, as bash handles no signal while it waits for a foreground command.
	RUN_OF_LEADER_ELECTION=$RUN_DIR "$@" 9>&- &
	wait $!
}

# The lock bears the pid of its holder, as one that was killed leaves it behind.
lock() {
	local holder file=$ROOT/target/$1.lock
	mkdir -p "$ROOT/target"
	until (set -C; echo $$ > "$file") 2> /dev/null; do
		holder=$(cat "$file" 2> /dev/null)
		if [ -n "$holder" ] && ! kill -0 "$holder" 2> /dev/null; then
			rm -f "$file"
		fi
		sleep 0.2
	done
}

unlock() {
	rm -f "$ROOT/target/$1.lock"
}

# --- etcd ------------------------------------------------------------------------------

need_etcd() {
	if [ -n "${ETCD_ENDPOINTS:-}" ]; then
		ETCD_FROM="ETCD_ENDPOINTS ($ETCD_ENDPOINTS)"
	elif docker_answers; then
		ETCD_FROM="Docker ($ETCD_IMAGE)"
	elif command -v etcd > /dev/null; then
		ETCD_FROM="$(command -v etcd)"
	elif etcd_of_distribution; then
		ETCD_FROM="the distribution's package etcd-server"
	else
		fail "No etcd was found. Any one of these will do:
  - set ETCD_ENDPOINTS to one that runs, for example http://127.0.0.1:2379
  - start a Docker engine
  - put etcd on the PATH
  - be root, or let sudo work without a password, on a distribution with apt and
    the package etcd-server"
	fi
	case $(uname -m) in
		# Before 3.5, etcd starts on these only when told so.
		aarch64 | arm64) export ETCD_UNSUPPORTED_ARCH=arm64 ;;
	esac
}

need_etcd_program() {
	command -v etcd > /dev/null && command -v etcdctl > /dev/null && return
	etcd_of_distribution && return
	docker_answers && etcd_of_image && return
	fail "Tests kill, freeze and restore etcd servers of their own. Any one of these will do:
  - put etcd and etcdctl on the PATH
  - be root, or let sudo work without a password, on a distribution with apt and
    the packages etcd-server and etcd-client
  - start a Docker engine, on Linux"
}

docker_answers() {
	command -v docker > /dev/null && docker info > /dev/null 2>&1
}

# Unpacked, not installed: an installed one would start as a service of the machine.
etcd_of_distribution() {
	local unpacked=$ROOT/target/etcd
	lock etcd
	[ -x "$unpacked/usr/bin/etcd" ] || unpack_etcd "$unpacked"
	unlock etcd
	"$unpacked/usr/bin/etcd" --version > /dev/null 2>&1 || return 1
	export PATH=$unpacked/usr/bin:$PATH
}

unpack_etcd() {
	command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null || return
	mkdir -p "$RUN_DIR/packages" "$1"
	(
		cd "$RUN_DIR/packages" || exit 1
		if ! apt-get -q download etcd-server etcd-client; then
			as_root apt-get -q update && apt-get -q download etcd-server etcd-client
		fi
		for package in *.deb; do
			dpkg-deb -x "$package" "$1" || exit 1
		done
	) > "$RUN_DIR/packages.log" 2>&1 9>&-
	rm -rf "$RUN_DIR/packages"
}

# The programs alone: they are linked statically, so they run outside of the container.
etcd_of_image() {
	local unpacked=$ROOT/target/etcd program id
	[ "$(uname -s)" = Linux ] || return 1
	mkdir -p "$unpacked/usr/bin"
	id=$(docker create --label "leader-election.run=$RUN_DIR" "$ETCD_IMAGE" 9>&-) || return 1
	touch "$RUN_DIR/docker"
	for program in etcd etcdctl etcdutl; do
		docker cp "$id:/usr/local/bin/$program" "$unpacked/usr/bin/" > /dev/null || return 1
	done
	export PATH=$unpacked/usr/bin:$PATH
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

start_etcd() {
	local port peer attempt
	case $ETCD_FROM in
		ETCD_ENDPOINTS*) return ;;
		Docker*)
			port=$(docker_run 2379 "$ETCD_IMAGE" etcd \
				--listen-client-urls http://0.0.0.0:2379 --advertise-client-urls http://127.0.0.1:2379) ||
				fail "Docker could not run $ETCD_IMAGE."
			ETCD_ENDPOINTS=http://127.0.0.1:$port
			await etcd_answers "$port" || fail "etcd in Docker does not answer on port $port."
			;;
		*)
			# Another process may take a port that was free a moment ago.
			for attempt in 1 2 3; do
				port=$(free_port)
				peer=$(free_port)
				start etcd etcd --data-dir "$RUN_DIR/etcd-$attempt" \
					--listen-client-urls "http://127.0.0.1:$port" --advertise-client-urls "http://127.0.0.1:$port" \
					--listen-peer-urls "http://127.0.0.1:$peer" \
					--initial-advertise-peer-urls "http://127.0.0.1:$peer" \
					--initial-cluster "default=http://127.0.0.1:$peer"
				ETCD_PID=$STARTED
				ETCD_ENDPOINTS=http://127.0.0.1:$port
				await etcd_answers "$port" "$ETCD_PID" && return
			done
			fail "etcd did not start:
$(tail -n 5 "$RUN_DIR/etcd.log")"
			;;
	esac
}

etcd_answers() {
	(
		exec 3<> "/dev/tcp/127.0.0.1/$1" && printf 'GET /health HTTP/1.0\r\n\r\n' >&3 && grep -q '"true"' <&3
	) 2> /dev/null 9>&-
}

# --- PostgreSQL ------------------------------------------------------------------------

need_postgres() {
	if [ -n "${DATABASE_URL:-}" ]; then
		POSTGRES_FROM="DATABASE_URL"
		DATABASE_URL=$(jdbc_url "$DATABASE_URL")
	elif [ "${1:-}" = embedded ] && embedded_binaries; then
		POSTGRES_FROM=$EMBEDDED_POSTGRES
	elif docker_answers; then
		POSTGRES_FROM="Docker ($POSTGRES_IMAGE)"
	elif embedded_binaries; then
		POSTGRES_FROM=$EMBEDDED_POSTGRES
	else
		fail "No PostgreSQL was found, and there are no embedded binaries for $(uname -sm). Either of these will do:
  - set DATABASE_URL to one that runs, for example
    jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres&password=secret
  - start a Docker engine"
	fi
}

EMBEDDED_POSTGRES="embedded binaries (io.zonky.test:embedded-postgres)"

embedded_binaries() {
	case $(uname -s)-$(uname -m) in
		Linux-x86_64 | Linux-aarch64 | Darwin-x86_64 | Darwin-arm64) ;;
		*) return 1 ;;
	esac
}

# From the form in which platforms hand it out, postgresql://user:password@host/database.
jdbc_url() {
	printf '%s\n' "$1" | sed \
		-e 's#^postgres\(ql\)\{0,1\}://\([^:@/]*\):\([^@/]*\)@\([^?]*\)?\(.*\)$#jdbc:postgresql://\4?user=\2\&password=\3\&\5#' \
		-e 's#^postgres\(ql\)\{0,1\}://\([^:@/]*\):\([^@/]*\)@\([^?]*\)$#jdbc:postgresql://\4?user=\2\&password=\3#' \
		-e 's#^postgres\(ql\)\{0,1\}://#jdbc:postgresql://#'
}

start_postgres() {
	local port file=$RUN_DIR/postgres.url
	case $POSTGRES_FROM in
		DATABASE_URL) ;;
		Docker*)
			port=$(docker_run 5432 -e POSTGRES_PASSWORD=postgres "$POSTGRES_IMAGE") ||
				fail "Docker could not run $POSTGRES_IMAGE."
			await postgres_answers "$port" || fail "PostgreSQL in Docker does not answer on port $port."
			DATABASE_URL="jdbc:postgresql://127.0.0.1:$port/postgres?user=postgres&password=postgres"
			;;
		*)
			start postgres java -Xmx160m -XX:+UseSerialGC "-Djava.io.tmpdir=$RUN_DIR" \
				-Dloader.main=io.leaderelection.sample.postgres.EmbeddedPostgresServer \
				-cp "${SAMPLE_JAR:-$(sample_jar)}" org.springframework.boot.loader.launch.PropertiesLauncher "$file"
			await written "$file" "$STARTED" || fail "PostgreSQL did not start:
$(tail -n 20 "$RUN_DIR/postgres.log")"
			DATABASE_URL=$(cat "$file")
			;;
	esac
}

# Asks for TLS, which a server answers with a letter, once it is past its start-up.
postgres_answers() {
	local answer
	(
		exec 3<> "/dev/tcp/127.0.0.1/$1" && printf '\0\0\0\010\004\322\026\057' >&3 &&
			read -r -n 1 -t 2 answer <&3 && [ -n "$answer" ]
	) 2> /dev/null 9>&-
}

written() {
	[ -s "$1" ]
}

sample_jar() {
	local jar
	jar=$(ls "$ROOT"/sample-settlement-app/target/sample-settlement-app-*.jar 2> /dev/null | grep -v -e -sources | head -n 1)
	[ -n "$jar" ] || fail "The sample has not been built: run mvn package."
	echo "$jar"
}

# --- MariaDB ---------------------------------------------------------------------------

need_mariadb() {
	local unpacked=$ROOT/target/mariadb
	if docker_answers; then
		MARIADB_FROM="Docker"
	elif command -v mariadbd > /dev/null; then
		MARIADB_FROM="$(command -v mariadbd)"
	elif unpack_package mariadb-server-core usr/sbin/mariadbd "$unpacked"; then
		MARIADB_FROM="the distribution's package mariadb-server-core"
		export PATH=$PATH:$unpacked/usr/sbin
	else
		fail "No MariaDB was found, which tests start by themselves. Any one of these will do:
  - start a Docker engine
  - put mariadbd on the PATH
  - be root, or let sudo work without a password, on a distribution with apt and
    the package mariadb-server-core
$(tail -n 5 "$RUN_DIR/packages.log")"
	fi
}

unpack_package() {
	"$ROOT/src/scripts/unpack-package" "$@" > "$RUN_DIR/packages.log" 2>&1 9>&-
}

# --- libfaketime -----------------------------------------------------------------------

need_faketime() {
	# Tests that need it run on Linux only.
	[ "$(uname -s)" = Linux ] || return 0
	compgen -G "/usr/lib*/faketime/libfaketimeMT.so.1" > /dev/null && return
	compgen -G "/usr/lib/*/faketime/libfaketimeMT.so.1" > /dev/null && return
	unpack_package libfaketime 'usr/lib/*/faketime/libfaketimeMT.so.1' "$ROOT/target/faketime" && return
	fail "No libfaketime was found, by which tests move the clock of a process. Either of these will do:
  - install the package libfaketime
  - be root, or let sudo work without a password, on a distribution with apt and
    that package
$(tail -n 5 "$RUN_DIR/packages.log")"
}

# --- PgBouncer -------------------------------------------------------------------------

need_pgbouncer() {
	command -v pgbouncer > /dev/null || [ -x /usr/sbin/pgbouncer ] && return
	unpack_package pgbouncer usr/sbin/pgbouncer "$ROOT/target/pgbouncer" && return
	fail "No PgBouncer was found, which tests start by themselves. Either of these will do:
  - put pgbouncer on the PATH
  - be root, or let sudo work without a password, on a distribution with apt and
    the package pgbouncer
$(tail -n 5 "$RUN_DIR/packages.log")"
}

# --- Prometheus ------------------------------------------------------------------------

need_promtool() {
	command -v promtool > /dev/null && return
	unpack_package prometheus usr/bin/promtool "$ROOT/target/prometheus" && return
	fail "No promtool was found, by which tests run the rules for Prometheus. Either of these will do:
  - put promtool on the PATH
  - be root, or let sudo work without a password, on a distribution with apt and
    the package prometheus
$(tail -n 5 "$RUN_DIR/packages.log")"
}

# --- Chromium --------------------------------------------------------------------------

need_chromium() {
	"$ROOT/src/scripts/chromium" --version > "$RUN_DIR/chromium.log" 2>&1 9>&- && return
	fail "$(tail -n 12 "$RUN_DIR/chromium.log")"
}

# --- What all need --------------------------------------------------------------------

# Runs an image on a free port of the loopback interface and prints that port.
docker_run() {
	local inner=$1 id
	shift
	touch "$RUN_DIR/docker"
	id=$(docker run -d --rm --label "leader-election.run=$RUN_DIR" -p "127.0.0.1::$inner" "$@" 9>&-) &&
		docker port "$id" "$inner/tcp" | head -n 1 | sed 's/.*://'
}

# A port at random below those that systems hand out by themselves.
free_port() {
	local port
	while :; do
		port=$((10000 + RANDOM % 20000))
		(exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null 9>&- || break
	done
	echo "$port"
}

# Waits for a check of something to succeed, at most a minute, and no longer than the
# process lives, if one is given: await CHECK WHAT [PID].
await() {
	local check=$1 what=$2 pid=${3:-} attempt
	for attempt in $(seq 600); do
		"$check" "$what" && return
		[ -z "$pid" ] || kill -0 "$pid" 2> /dev/null || return 1
		sleep 0.1
	done
	return 1
}
