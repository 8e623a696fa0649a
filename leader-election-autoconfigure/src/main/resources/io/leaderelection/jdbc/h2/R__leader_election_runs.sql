CREATE TABLE IF NOT EXISTS leader_run (
	namespace VARCHAR(255) NOT NULL,
	election VARCHAR(255) NOT NULL,
	run_key VARCHAR(200) NOT NULL,
	term BIGINT NOT NULL,
	grant_id VARCHAR(255) NOT NULL,
	state VARCHAR(10) NOT NULL,
	progress VARCHAR(65536),
	attempts INT NOT NULL,
	revision BIGINT NOT NULL,
	last_error VARCHAR(1000),
	began_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
	updated_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
	ended_at TIMESTAMP(6) WITH TIME ZONE,
	PRIMARY KEY (namespace, election, run_key)
);

CREATE INDEX IF NOT EXISTS leader_run_state ON leader_run (namespace, election, state, ended_at);
