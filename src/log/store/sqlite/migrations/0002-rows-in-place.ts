/**
 * Rows of views lie in a table with row numbers. Without them SQLite keeps no more than a quarter of a page
 * of a row in place and the rest on pages of its own, which it takes from and gives back to its list of free
 * pages with each change: a record then wrote three pages more.
 */
export const rowsInPlace = {
  version: 2,
  name: "0002-rows-in-place",
  sql: `
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
};
