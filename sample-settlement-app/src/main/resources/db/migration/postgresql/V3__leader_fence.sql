-- The tables of the library, as its schema-postgresql.sql has them.
CREATE TABLE IF NOT EXISTS leader_fence (
	namespace TEXT NOT NULL,
	election TEXT NOT NULL,
	fence_token BIGINT NOT NULL,
	grant_id TEXT NOT NULL,
	lineage TEXT NOT NULL,
	holder TEXT NOT NULL,
	sealed_at TIMESTAMPTZ NOT NULL,
	PRIMARY KEY (namespace, election)
);

CREATE TABLE IF NOT EXISTS leader_fence_intent (
	namespace TEXT NOT NULL,
	election TEXT NOT NULL,
	fence_token BIGINT NOT NULL,
	lineage TEXT NOT NULL,
	PRIMARY KEY (namespace, election)
);

-- The seals take their places between the writes: none of an older grant may follow.
CREATE FUNCTION audit_seal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_write (transaction_id, election, term, grant_id, holder, relation, operation,
            row_keys, lowest_stamp, highest_stamp)
        VALUES (pg_current_xact_id()::text::bigint, NEW.election, NEW.fence_token, NEW.grant_id, NEW.holder,
            TG_TABLE_NAME, 'SEAL', ARRAY[NEW.election], NEW.fence_token, NEW.fence_token);
    RETURN NULL;
END $$;

CREATE TRIGGER audit_seal AFTER INSERT OR UPDATE ON leader_fence FOR EACH ROW EXECUTE FUNCTION audit_seal();
