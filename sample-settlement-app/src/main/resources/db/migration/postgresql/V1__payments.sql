-- Payments arrive on every worker. Amounts are in minor units of the currency.
CREATE TABLE payout (
    id          UUID        PRIMARY KEY, -- the idempotency key of the settled batch
    merchant    TEXT        NOT NULL,
    currency    TEXT        NOT NULL,
    payments    INTEGER     NOT NULL CHECK (payments > 0),
    gross       BIGINT      NOT NULL,
    fee         BIGINT      NOT NULL,
    net         BIGINT      NOT NULL CHECK (net = gross - fee),
    created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
    fence_token BIGINT      NOT NULL DEFAULT 0
);

CREATE INDEX payout_created ON payout (created_at);

CREATE TABLE payment (
    id          UUID        PRIMARY KEY,
    merchant    TEXT        NOT NULL,
    amount      BIGINT      NOT NULL CHECK (amount > 0),
    currency    TEXT        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    captured_at TIMESTAMPTZ NOT NULL,
    status      TEXT        NOT NULL DEFAULT 'CAPTURED' CHECK (status IN ('CAPTURED', 'SETTLED')),
    payout_id   UUID        REFERENCES payout,
    fence_token BIGINT      NOT NULL DEFAULT 0,
    CHECK ((status = 'SETTLED') = (payout_id IS NOT NULL))
);

CREATE INDEX payment_pending ON payment (merchant, currency, captured_at, id) WHERE status = 'CAPTURED';

-- Double entry: the debits of a payout equal its credits.
CREATE TABLE ledger_entry (
    id          BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    payout_id   UUID        NOT NULL REFERENCES payout,
    account     TEXT        NOT NULL,
    side        TEXT        NOT NULL CHECK (side IN ('DEBIT', 'CREDIT')),
    amount      BIGINT      NOT NULL CHECK (amount > 0),
    currency    TEXT        NOT NULL,
    fence_token BIGINT      NOT NULL DEFAULT 0
);

CREATE INDEX ledger_entry_payout ON ledger_entry (payout_id);

CREATE TABLE settlement_progress (
    merchant    TEXT        NOT NULL,
    currency    TEXT        NOT NULL,
    batches     BIGINT      NOT NULL,
    payments    BIGINT      NOT NULL,
    gross       BIGINT      NOT NULL,
    last_payout UUID        NOT NULL REFERENCES payout,
    fence_token BIGINT      NOT NULL DEFAULT 0,
    PRIMARY KEY (merchant, currency)
);

-- Written by the reporting job alone: a fenced table belongs to one election.
CREATE TABLE merchant_statement (
    paid_on     DATE        NOT NULL,
    merchant    TEXT        NOT NULL,
    currency    TEXT        NOT NULL,
    payouts     BIGINT      NOT NULL,
    payments    BIGINT      NOT NULL,
    gross       BIGINT      NOT NULL,
    fee         BIGINT      NOT NULL,
    net         BIGINT      NOT NULL,
    fence_token BIGINT      NOT NULL DEFAULT 0,
    PRIMARY KEY (paid_on, merchant, currency)
);
