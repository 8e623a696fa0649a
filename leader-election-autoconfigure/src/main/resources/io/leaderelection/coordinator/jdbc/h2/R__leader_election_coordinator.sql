CREATE TABLE IF NOT EXISTS leader_namespace (
	namespace VARCHAR(200) NOT NULL,
	lineage VARCHAR(40) NOT NULL,
	revision BIGINT NOT NULL,
	PRIMARY KEY (namespace)
);

CREATE TABLE IF NOT EXISTS leader_session (
	namespace VARCHAR(200) NOT NULL,
	session_id VARCHAR(40) NOT NULL,
	instance VARCHAR NOT NULL,
	ttl_millis BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	ended BOOLEAN NOT NULL,
	PRIMARY KEY (namespace, session_id)
);

CREATE TABLE IF NOT EXISTS leader_election (
	namespace VARCHAR(200) NOT NULL,
	election VARCHAR(200) NOT NULL,
	revision BIGINT NOT NULL,
	term BIGINT NOT NULL,
	term_revision BIGINT NOT NULL,
	leader_session VARCHAR(40),
	leader_instance VARCHAR,
	leader_grant VARCHAR(100),
	leader_term BIGINT,
	leader_revision BIGINT,
	leader_since VARCHAR(40),
	leader_metadata VARCHAR,
	successor VARCHAR,
	pause_actor VARCHAR,
	pause_reason VARCHAR,
	pause_since VARCHAR(40),
	pause_term BIGINT,
	pause_grant VARCHAR(100),
	PRIMARY KEY (namespace, election)
);

CREATE INDEX IF NOT EXISTS leader_election_session ON leader_election (namespace, leader_session);

CREATE INDEX IF NOT EXISTS leader_election_revision ON leader_election (namespace, revision);

CREATE TABLE IF NOT EXISTS leader_candidate (
	namespace VARCHAR(200) NOT NULL,
	election VARCHAR(200) NOT NULL,
	instance VARCHAR(300) NOT NULL,
	session_id VARCHAR(40) NOT NULL,
	metadata VARCHAR NOT NULL,
	PRIMARY KEY (namespace, election, instance)
);

CREATE INDEX IF NOT EXISTS leader_candidate_session ON leader_candidate (namespace, session_id);

CREATE TABLE IF NOT EXISTS leader_history (
	namespace VARCHAR(200) NOT NULL,
	election VARCHAR(200) NOT NULL,
	term BIGINT NOT NULL,
	kind VARCHAR(20) NOT NULL,
	grant_id VARCHAR(100) NOT NULL,
	instance VARCHAR,
	began VARCHAR(40) NOT NULL,
	ended VARCHAR(40),
	end_reason VARCHAR,
	actor VARCHAR,
	reason VARCHAR,
	PRIMARY KEY (namespace, election, term)
);
