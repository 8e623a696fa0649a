-- What guarded tasks wrote, in the order in which it was committed.
--
-- Who writes is taken from three places that check each other: the token that the
-- transaction names (audit.*), the fence token stamped on the rows, and the name of the
-- session, which was set when the connection was opened. A write that names no token is
-- refused, so nothing is missing; what is rolled back leaves no trace.
CREATE TABLE audit_write (
    id             BIGINT  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    transaction_id BIGINT  NOT NULL,
    election       TEXT    NOT NULL,
    term           BIGINT  NOT NULL,
    grant_id       TEXT    NOT NULL,
    holder         TEXT    NOT NULL,
    relation       TEXT    NOT NULL,
    operation      TEXT    NOT NULL,
    row_keys       TEXT[]  NOT NULL,
    lowest_stamp   BIGINT  NOT NULL,
    highest_stamp  BIGINT  NOT NULL
);

CREATE INDEX audit_write_transaction ON audit_write (transaction_id);

CREATE TABLE audit_commit (
    position       BIGINT      PRIMARY KEY,
    transaction_id BIGINT      NOT NULL UNIQUE,
    committed_at   TIMESTAMPTZ NOT NULL
);

CREATE SEQUENCE audit_position OWNED BY audit_commit.position;

CREATE FUNCTION audit_write() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM changed) THEN
        RETURN NULL;
    END IF;
    IF coalesce(current_setting('audit.term', true), '') = '' THEN
        RAISE EXCEPTION 'write to % names no fencing token', TG_TABLE_NAME
            USING HINT = 'Call AuditTrail.identify first in each transaction of a guarded task.';
    END IF;
    EXECUTE format(
        'INSERT INTO audit_write (transaction_id, election, term, grant_id, holder, relation, operation,
                row_keys, lowest_stamp, highest_stamp)
            SELECT $1, $2, $3, $4, $5, $6, $7, array_agg((%s)::text), min(fence_token), max(fence_token) FROM changed',
        TG_ARGV[0])
        USING pg_current_xact_id()::text::bigint, current_setting('audit.election'),
            current_setting('audit.term')::bigint, current_setting('audit.grant'),
            current_setting('application_name'), TG_TABLE_NAME, TG_OP;
    RETURN NULL;
END $$;

-- The order of commits. Runs inside COMMIT: the lock is taken before the position is
-- drawn and is held until the transaction is visible, so whoever draws the next position
-- commits later. Commit timestamps would not do: they may tie, are read before the commit
-- is visible, come from a clock that can be set back, and need a server started for them.
CREATE FUNCTION audit_commit() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock('audit_commit'::regclass::oid::bigint);
    IF NOT EXISTS (SELECT FROM audit_commit WHERE transaction_id = NEW.transaction_id) THEN
        INSERT INTO audit_commit (position, transaction_id, committed_at)
            VALUES (nextval('audit_position'), NEW.transaction_id, clock_timestamp());
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER audit_commit AFTER INSERT ON audit_write
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_commit();

CREATE FUNCTION audit_append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_write
    EXECUTE FUNCTION audit_append_only();
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_commit
    EXECUTE FUNCTION audit_append_only();

CREATE TRIGGER audit_update AFTER UPDATE ON payment
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('id');
CREATE TRIGGER audit_insert AFTER INSERT ON payout
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('id');
CREATE TRIGGER audit_update AFTER UPDATE ON payout
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('id');
CREATE TRIGGER audit_insert AFTER INSERT ON ledger_entry
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('payout_id');
CREATE TRIGGER audit_update AFTER UPDATE ON ledger_entry
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('payout_id');
CREATE TRIGGER audit_insert AFTER INSERT ON settlement_progress
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('merchant || ''/'' || currency');
CREATE TRIGGER audit_update AFTER UPDATE ON settlement_progress
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('merchant || ''/'' || currency');
CREATE TRIGGER audit_insert AFTER INSERT ON merchant_statement
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('paid_on || ''/'' || merchant || ''/'' || currency');
CREATE TRIGGER audit_update AFTER UPDATE ON merchant_statement
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_write('paid_on || ''/'' || merchant || ''/'' || currency');
