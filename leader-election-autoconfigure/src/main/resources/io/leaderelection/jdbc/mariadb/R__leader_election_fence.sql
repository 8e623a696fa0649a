CREATE TABLE IF NOT EXISTS leader_fence (
	namespace VARCHAR(255) NOT NULL,
	election VARCHAR(255) NOT NULL,
	fence_token BIGINT NOT NULL,
	grant_id VARCHAR(255) NOT NULL,
	lineage VARCHAR(255) NOT NULL,
	holder VARCHAR(1000) NOT NULL,
	sealed_at DATETIME(3) NOT NULL,
	PRIMARY KEY (namespace, election)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS leader_fence_intent (
	namespace VARCHAR(255) NOT NULL,
	election VARCHAR(255) NOT NULL,
	fence_token BIGINT NOT NULL,
	lineage VARCHAR(255) NOT NULL,
	PRIMARY KEY (namespace, election)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
