/**
 * No bundles any more: `views` holds the rows as of the event in `projects.head`, and what came after is folded from the log by
 * whoever reads. The bundles held nothing that the log does not say.
 */
export const rowsFromTheLog = {
  version: 4,
  name: "0004-rows-from-the-log",
  sql: `
DROP TABLE recent;
`,
};
