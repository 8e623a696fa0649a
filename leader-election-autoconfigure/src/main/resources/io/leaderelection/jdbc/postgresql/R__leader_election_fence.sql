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
