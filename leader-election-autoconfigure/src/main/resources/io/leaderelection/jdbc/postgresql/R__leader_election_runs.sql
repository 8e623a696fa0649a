CREATE TABLE IF NOT EXISTS leader_run (
	namespace TEXT NOT NULL,
	election TEXT NOT NULL,
	run_key TEXT NOT NULL,
	term BIGINT NOT NULL,
	grant_id TEXT NOT NULL,
	state TEXT NOT NULL,
	progress TEXT,
	attempts INT NOT NULL,
	revision BIGINT NOT NULL,
	last_error TEXT,
	began_at TIMESTAMPTZ NOT NULL,
	updated_at TIMESTAMPTZ NOT NULL,
	ended_at TIMESTAMPTZ,
	PRIMARY KEY (namespace, election, run_key)
);

CREATE INDEX IF NOT EXISTS leader_run_state ON leader_run (namespace, election, state, ended_at);
