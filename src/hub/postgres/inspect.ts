import { firstLineOf } from "../../base/errors.js";
import type { Connection } from "./driver.js";
import { Events } from "./events.js";
import { type ProjectRow, projectStateOf } from "./project-state.js";
import { ViewRows } from "./rows.js";

/** Read at a time. */
const page = 1_000;

/** Reads every event and every row of every project, and compares them with their sums. */
export async function findProblems(connection: Connection): Promise<readonly string[]> {
  const projects = await connection.all<ProjectRow & { readonly name: string }>(
    "SELECT name, revision, head, marks, sum FROM whetstone.project ORDER BY name",
  );
  const problems: string[] = [];
  for (const row of projects)
    await projectProblems(connection, row).catch((error: unknown) => problems.push(firstLineOf(error)));
  return problems;
}

async function projectProblems(
  connection: Connection,
  row: ProjectRow & { readonly name: string },
): Promise<void> {
  const { head } = projectStateOf(row.name, row);
  const events = new Events(row.name, connection);
  for (let seq = 0; seq < head; seq += page) await events.after(seq, page, head);
  const beyond = await events.after(head, 1, head);
  if (beyond.length > 0) throw new Error(`the log of '${row.name}' goes on after its head ${head}`);
  const views = await connection.all<{ readonly view: string }>(
    "SELECT DISTINCT view FROM whetstone.view_row WHERE project = $1",
    row.name,
  );
  const rows = new ViewRows(row.name, connection);
  for (const { view } of views)
    for (let after: string | undefined; ; ) {
      const found = await rows.list(view, after === undefined ? { limit: page } : { after, limit: page });
      after = found.at(-1)?.key;
      if (found.length < page) break;
    }
}

export async function sizeOfStore(connection: Connection): Promise<number> {
  const found = await connection.get<{ readonly bytes: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
     WHERE relnamespace = to_regnamespace('whetstone') AND relkind = 'r'`,
  );
  return Number(found?.bytes ?? 0);
}
