/**
 * Every id is found by an index of the log. Until here an id named the place of its event, and a table led to
 * those that did not. New ids sort by time, so the index grows at its end, on one page.
 */
export const idsInAnIndex = {
  version: 5,
  name: "0005-ids-in-an-index",
  sql: `
CREATE UNIQUE INDEX events_by_id ON events (address >> 32, id);
DROP TABLE strays;
`,
};
