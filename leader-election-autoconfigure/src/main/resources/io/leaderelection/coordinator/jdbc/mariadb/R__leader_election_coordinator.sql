CREATE TABLE IF NOT EXISTS leader_namespace (
	namespace VARCHAR(200) NOT NULL,
	lineage VARCHAR(40) NOT NULL,
	revision BIGINT NOT NULL,
	PRIMARY KEY (namespace)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS leader_session (
	namespace VARCHAR(200) NOT NULL,
	session_id VARCHAR(40) NOT NULL,
	instance TEXT NOT NULL,
	ttl_millis BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	ended BOOLEAN NOT NULL,
	PRIMARY KEY (namespace, session_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS leader_election (
	namespace VARCHAR(200) NOT NULL,
	election VARCHAR(200) NOT NULL,
	revision BIGINT NOT NULL,
	term BIGINT NOT NULL,
	term_revision BIGINT NOT NULL,
	leader_session VARCHAR(40),
	leader_instance TEXT,
	leader_grant VARCHAR(100),
	leader_term BIGINT,
	leader_revision BIGINT,
	leader_since VARCHAR(40),
	leader_metadata TEXT,
	successor TEXT,
	pause_actor TEXT,
	pause_reason TEXT,
	pause_since VARCHAR(40),
	pause_term BIGINT,
	pause_grant VARCHAR(100),
	PRIMARY KEY (namespace, election),
	INDEX leader_election_session (namespace, leader_session),
	INDEX leader_election_revision (namespace, revision)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS leader_candidate (
	namespace VARCHAR(200) NOT NULL,
	election VARCHAR(200) NOT NULL,
	instance VARCHAR(300) NOT NULL,
	session_id VARCHAR(40) NOT NULL,
	metadata TEXT NOT NULL,
	PRIMARY KEY (namespace, election, instance),
	INDEX leader_candidate_session (namespace, session_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS leader_history (
	namespace VARCHAR(200) NOT NULL,
	election VARCHAR(200) NOT NULL,
	term BIGINT NOT NULL,
	kind VARCHAR(20) NOT NULL,
	grant_id VARCHAR(100) NOT NULL,
	instance TEXT,
	began VARCHAR(40) NOT NULL,
	ended VARCHAR(40),
	end_reason TEXT,
	actor TEXT,
	reason TEXT,
	PRIMARY KEY (namespace, election, term)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
