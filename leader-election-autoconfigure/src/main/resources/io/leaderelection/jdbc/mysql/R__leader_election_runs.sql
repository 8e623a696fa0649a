CREATE TABLE IF NOT EXISTS leader_run (
	namespace VARCHAR(255) NOT NULL,
	election VARCHAR(255) NOT NULL,
	run_key VARCHAR(200) NOT NULL,
	term BIGINT NOT NULL,
	grant_id VARCHAR(255) NOT NULL,
	state VARCHAR(10) NOT NULL,
	progress MEDIUMTEXT,
	attempts INT NOT NULL,
	revision BIGINT NOT NULL,
	last_error VARCHAR(1000),
	began_at DATETIME(6) NOT NULL,
	updated_at DATETIME(6) NOT NULL,
	ended_at DATETIME(6) NULL,
	PRIMARY KEY (namespace, election, run_key),
	INDEX leader_run_state (namespace, election, state, ended_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
