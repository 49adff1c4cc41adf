/**
 * Empties the views, so that they are folded anew. Until here a broken character of a text could become part
 * of a row's key, and the row lay under a key that nobody asks for, or did not match its checksum. Events are
 * repaired when they are read, so the new rows have no such key.
 */
export const wellFormedKeys = {
  version: 6,
  name: "0006-well-formed-keys",
  sql: `
DELETE FROM views;
DELETE FROM projects;
`,
};
