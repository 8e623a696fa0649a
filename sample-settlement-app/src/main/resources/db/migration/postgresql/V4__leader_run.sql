-- The ledger of runs, as the library's R__leader_election_runs.sql has it.
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

-- The runs take their places between the writes, with the state that each write left them
-- in. The term is the one that the transaction names, if it does: so a row that belongs to
-- the attempt of another term shows.
CREATE FUNCTION audit_run() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_write (transaction_id, election, term, grant_id, holder, relation, operation,
            row_keys, lowest_stamp, highest_stamp)
        VALUES (pg_current_xact_id()::text::bigint, NEW.election,
            coalesce(nullif(current_setting('audit.term', true), '')::bigint, NEW.term),
            coalesce(nullif(current_setting('audit.grant', true), ''), NEW.grant_id),
            current_setting('application_name'), TG_TABLE_NAME, NEW.state, ARRAY[NEW.run_key], NEW.term, NEW.term);
    RETURN NULL;
END $$;

CREATE TRIGGER audit_run AFTER INSERT OR UPDATE ON leader_run FOR EACH ROW EXECUTE FUNCTION audit_run();
