/** How the schema of a SQLite file grew in builds of 0.1.0: the entry at n leads from `user_version` n on. */
export const formerMigrations = [
  `
CREATE TABLE projects (
  project TEXT NOT NULL PRIMARY KEY,
  head    INTEGER NOT NULL,
  marks   TEXT NOT NULL,
  sum     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  project TEXT NOT NULL,
  seq     INTEGER NOT NULL,
  id      TEXT NOT NULL,
  type    TEXT NOT NULL,
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL,
  origin  TEXT NOT NULL,
  run     TEXT,
  task    TEXT,
  key     TEXT,
  v       INTEGER NOT NULL,
  data    TEXT NOT NULL,
  sum     INTEGER NOT NULL,
  PRIMARY KEY (project, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_id ON events (project, id);
CREATE UNIQUE INDEX events_by_key ON events (project, key) WHERE key IS NOT NULL;

CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_change_only_when_blanked BEFORE UPDATE ON events
WHEN new.project <> old.project OR new.seq <> old.seq OR new.id <> old.id OR new.type <> old.type \
OR new.at <> old.at
  OR new.actor <> old.actor OR new.origin <> old.origin OR new.run IS NOT old.run OR new.task IS NOT old.task
  OR new.key IS NOT old.key OR new.v <> old.v
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE views (
  project TEXT NOT NULL,
  view    TEXT NOT NULL,
  key     TEXT NOT NULL,
  row     TEXT NOT NULL,
  sum     INTEGER NOT NULL,
  PRIMARY KEY (project, view, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE rejected (
  project TEXT NOT NULL,
  id      TEXT NOT NULL,
  at      TEXT NOT NULL,
  verb    TEXT NOT NULL,
  field   TEXT NOT NULL,
  reason  TEXT NOT NULL,
  input   TEXT NOT NULL,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;
`,
  `
ALTER TABLE views RENAME TO views_before;
CREATE TABLE views (
  project TEXT NOT NULL,
  view    TEXT NOT NULL,
  key     TEXT NOT NULL,
  row     TEXT NOT NULL,
  sum     INTEGER NOT NULL,
  PRIMARY KEY (project, view, key)
) STRICT;
INSERT INTO views (project, view, key, row, sum) SELECT project, view, key, row, sum FROM views_before;
DROP TABLE views_before;
`,
  `
CREATE TABLE recent (
  place INTEGER NOT NULL PRIMARY KEY,
  seq   INTEGER NOT NULL,
  part  BLOB NOT NULL,
  sum   INTEGER NOT NULL
) STRICT;
`,
  `
DROP TABLE recent;

CREATE TABLE logs (
  number  INTEGER NOT NULL PRIMARY KEY,
  project TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO logs (project) SELECT DISTINCT project FROM events ORDER BY project;

CREATE TABLE strays (
  project TEXT NOT NULL,
  id      TEXT NOT NULL,
  seq     INTEGER NOT NULL,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;
INSERT INTO strays (project, id, seq) SELECT project, id, seq FROM events ORDER BY project, id;

ALTER TABLE events RENAME TO events_before;
CREATE TABLE events (
  address INTEGER NOT NULL PRIMARY KEY,
  id      TEXT NOT NULL,
  type    TEXT NOT NULL,
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL,
  origin  TEXT NOT NULL,
  run     TEXT,
  task    TEXT,
  key     TEXT,
  v       INTEGER NOT NULL,
  data    TEXT NOT NULL,
  sum     INTEGER NOT NULL
) STRICT;
INSERT INTO events (address, id, type, at, actor, origin, run, task, key, v, data, sum)
  SELECT (number << 32) + seq, id, type, at, actor, origin, run, task, key, v, data, sum
  FROM events_before JOIN logs USING (project) ORDER BY number, seq;
DROP TABLE events_before;

CREATE UNIQUE INDEX events_by_key ON events (address >> 32, key) WHERE key IS NOT NULL;
CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_change_only_when_blanked BEFORE UPDATE ON events
WHEN new.address <> old.address OR new.id <> old.id OR new.type <> old.type OR new.at <> old.at
  OR new.actor <> old.actor OR new.origin <> old.origin OR new.run IS NOT old.run OR new.task IS NOT old.task
  OR new.key IS NOT old.key OR new.v <> old.v
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
`,
  `
CREATE UNIQUE INDEX events_by_id ON events (address >> 32, id);
DROP TABLE strays;
`,
  `
DELETE FROM views;
DELETE FROM projects;
`,
];

/** The schema of `user_version` 100. */
export const schema = `
CREATE TABLE logs (
  number  INTEGER NOT NULL PRIMARY KEY,
  project TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE events (
  address INTEGER NOT NULL PRIMARY KEY,
  id      TEXT NOT NULL,
  type    TEXT NOT NULL,
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL,
  origin  TEXT NOT NULL,
  run     TEXT,
  task    TEXT,
  key     TEXT,
  v       INTEGER NOT NULL,
  data    TEXT NOT NULL,
  sum     INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_by_id ON events (address >> 32, id);
CREATE UNIQUE INDEX events_by_key ON events (address >> 32, key) WHERE key IS NOT NULL;

CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_change_only_when_blanked BEFORE UPDATE ON events
WHEN new.address <> old.address OR new.id <> old.id OR new.type <> old.type OR new.at <> old.at
  OR new.actor <> old.actor OR new.origin <> old.origin OR new.run IS NOT old.run OR new.task IS NOT old.task
  OR new.key IS NOT old.key OR new.v <> old.v
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE views (
  project TEXT NOT NULL,
  view    TEXT NOT NULL,
  key     TEXT NOT NULL,
  row     TEXT NOT NULL,
  sum     INTEGER NOT NULL,
  PRIMARY KEY (project, view, key)
) STRICT;

CREATE TABLE projects (
  project TEXT NOT NULL PRIMARY KEY,
  head    INTEGER NOT NULL,
  marks   TEXT NOT NULL,
  sum     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rejected (
  project TEXT NOT NULL,
  id      TEXT NOT NULL,
  at      TEXT NOT NULL,
  verb    TEXT NOT NULL,
  field   TEXT NOT NULL,
  reason  TEXT NOT NULL,
  input   TEXT NOT NULL,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;
`;
