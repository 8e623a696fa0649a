-- The tables as PostgreSQL has them; amounts are in minor units of the currency. There is
-- no record of all writes here: it needs what only the triggers of PostgreSQL can do.
CREATE TABLE payout (
    id          UUID                     PRIMARY KEY, -- the idempotency key of the settled batch
    merchant    VARCHAR                  NOT NULL,
    currency    VARCHAR                  NOT NULL,
    payments    INTEGER                  NOT NULL CHECK (payments > 0),
    gross       BIGINT                   NOT NULL,
    fee         BIGINT                   NOT NULL,
    net         BIGINT                   NOT NULL CHECK (net = gross - fee),
    created_at  TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    fence_token BIGINT                   NOT NULL DEFAULT 0
);

CREATE INDEX payout_created ON payout (created_at);

CREATE TABLE payment (
    id          UUID                     PRIMARY KEY,
    merchant    VARCHAR                  NOT NULL,
    amount      BIGINT                   NOT NULL CHECK (amount > 0),
    currency    VARCHAR                  NOT NULL CHECK (REGEXP_LIKE(currency, '^[A-Z]{3}$')),
    captured_at TIMESTAMP WITH TIME ZONE NOT NULL,
    status      VARCHAR                  NOT NULL DEFAULT 'CAPTURED' CHECK (status IN ('CAPTURED', 'SETTLED')),
    payout_id   UUID                     REFERENCES payout,
    fence_token BIGINT                   NOT NULL DEFAULT 0,
    CHECK ((status = 'SETTLED') = (payout_id IS NOT NULL))
);

CREATE INDEX payment_pending ON payment (status, merchant, currency, captured_at, id);

-- Double entry: the debits of a payout equal its credits.
CREATE TABLE ledger_entry (
    id          BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payout_id   UUID    NOT NULL REFERENCES payout,
    account     VARCHAR NOT NULL,
    side        VARCHAR NOT NULL CHECK (side IN ('DEBIT', 'CREDIT')),
    amount      BIGINT  NOT NULL CHECK (amount > 0),
    currency    VARCHAR NOT NULL,
    fence_token BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX ledger_entry_payout ON ledger_entry (payout_id);

CREATE TABLE settlement_progress (
    merchant    VARCHAR NOT NULL,
    currency    VARCHAR NOT NULL,
    batches     BIGINT  NOT NULL,
    payments    BIGINT  NOT NULL,
    gross       BIGINT  NOT NULL,
    last_payout UUID    NOT NULL REFERENCES payout,
    fence_token BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (merchant, currency)
);

-- Written by the reporting job alone: a fenced table belongs to one election.
CREATE TABLE merchant_statement (
    paid_on     DATE    NOT NULL,
    merchant    VARCHAR NOT NULL,
    currency    VARCHAR NOT NULL,
    payouts     BIGINT  NOT NULL,
    payments    BIGINT  NOT NULL,
    gross       BIGINT  NOT NULL,
    fee         BIGINT  NOT NULL,
    net         BIGINT  NOT NULL,
    fence_token BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (paid_on, merchant, currency)
);
