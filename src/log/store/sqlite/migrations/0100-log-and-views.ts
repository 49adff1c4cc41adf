/**
 * The log, its views, and what was refused. `sum` is a checksum over the row: SQLite itself does not notice a
 * flipped bit in a text. The triggers keep the log append-only, in every program that opens the file.
 *
 * The log lies in a table with row numbers, which are the addresses of its events: the number of the log,
 * then the place in it. SQLite appends to the end of such a table on one page; a table without row numbers it
 * balances over three. New ids sort by time, so their index grows at its end, on one page.
 *
 * Rows of views have row numbers too. Without them SQLite keeps no more than a quarter of a page of a row in
 * place and the rest on pages of its own, which it takes from and gives back to its list of free pages with
 * each change. `views` holds the rows as of the event in `projects.head`, and a reader folds what came after
 * from the log.
 */
export const logAndViews = {
  version: 100,
  name: "0100-log-and-views",
  sql: `
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
`,
};
