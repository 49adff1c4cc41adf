import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WhetstoneError } from "../../../base/errors.js";
import { viewOfLists } from "../sorted-lists.js";
import type { DamagedBackup, InspectOptions, StoreInspection } from "../store.js";
import { isOwnView } from "../tail-state.js";
import { listBackups } from "./backup.js";
import { Connection, schemaVersion } from "./connection.js";
import { type Database, loadDriver, type OpenDatabase } from "./driver.js";
import { formerFileOf, refuseFormerFile } from "./former-file.js";
import type { Migration } from "./migrations/index.js";
import { preflight } from "./preflight.js";
import { SqliteTransaction } from "./transaction.js";
import { translateError } from "./translate-error.js";

const batch = 1_000;

/** The database and its backups. With `quick`, the newest backup is looked into and the others at. */
export async function inspectFiles(
  file: string,
  folder: string,
  migrations: readonly Migration[],
  options: InspectOptions,
): Promise<StoreInspection> {
  const stat = statSync(formerFileOf(file) ?? file, { throwIfNoEntry: false });
  const found = stat === undefined ? { problems: [] } : await problemsIn(file, migrations, options);
  const backups = listBackups(folder);
  const damagedBackups: DamagedBackup[] = [];
  for (const [index, backup] of backups.entries()) {
    const { problems, otherFormat } = await problemsIn(backup, migrations, {
      ...options,
      headerOnly: options.quick === true && index > 0,
    });
    const [problem] = problems;
    if (problem !== undefined && otherFormat === undefined) damagedBackups.push({ file: backup, problem });
  }
  return { exists: stat !== undefined, sizeBytes: stat?.size ?? 0, ...found, backups, damagedBackups };
}

interface Looked extends InspectOptions {
  /** Where a project is named, a database without its log is wrong too. */
  readonly project?: string;
  /** Only that it begins as a database does and is as long as it says. */
  readonly headerOnly?: boolean;
}

/**
 * Reads every page and every row against its checksum, or with `quick` the ends of the logs only, and
 * describes each problem in a plain sentence. Changes nothing.
 */
export async function problemsIn(
  file: string,
  migrations: readonly Migration[],
  options: Looked,
): Promise<Pick<StoreInspection, "problems" | "otherFormat">> {
  try {
    await refuseFormerFile(file);
    if (!preflight(file, migrations)) return { problems: [`there is no file ${file}`] };
    if (options.headerOnly === true) return { problems: [] };
    return { problems: await findProblems(await loadDriver(), file, migrations, options) };
  } catch (error) {
    const translated = translateError(error, file);
    const problems = [translated instanceof Error ? translated.message : String(translated)];
    if (!(translated instanceof WhetstoneError) || !/_format$/.test(translated.code)) return { problems };
    return { problems, otherFormat: translated.next ?? "" };
  }
}

async function findProblems(
  open: OpenDatabase,
  file: string,
  migrations: readonly Migration[],
  options: Looked,
): Promise<readonly string[]> {
  const database = open(file, "read");
  try {
    const problems = options.quick === true ? [] : integrityProblems(database);
    const reached = schemaVersion(database);
    const missing = migrations.filter(({ version }) => version > reached);
    const check = async (checked: Database) => {
      problems.push(...(await contentProblems(new Connection(checked, file), options)));
    };
    if (missing.length === 0) await check(database);
    // To copy it takes longer for many events.
    else if (options.quick !== true) await inMigratedCopy(open, database, missing, check);
    return problems;
  } finally {
    database.close();
  }
}

/** Looking must not change the file: an older one is brought up in a copy. */
async function inMigratedCopy(
  open: OpenDatabase,
  database: Database,
  missing: readonly Migration[],
  work: (copy: Database) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-inspect-"));
  try {
    const file = join(folder, "copy.db");
    database.prepare("VACUUM INTO ?").run(file);
    const copy = open(file, "write");
    try {
      copy.exec("PRAGMA synchronous = OFF");
      for (const { sql } of missing) copy.exec(sql);
      await work(copy);
    } finally {
      copy.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function integrityProblems(database: Database): string[] {
  const rows = database.prepare("PRAGMA integrity_check(10)").all() as readonly {
    readonly integrity_check: string;
  }[];
  return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
}

async function contentProblems(
  connection: Connection,
  { project: wanted, quick = false }: Looked,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const names = await attempt(problems, async () =>
    connection.all<{ readonly project: string }>(
      "SELECT project FROM logs UNION SELECT project FROM projects ORDER BY project",
    ),
  );
  const projects = names?.map(({ project }) => project) ?? [];
  if (wanted !== undefined && names !== undefined && !projects.includes(wanted))
    problems.push(`it holds no log of the project '${wanted}'`);
  for (const project of projects) {
    const tx = new SqliteTransaction(project, connection);
    if (quick) {
      await attempt(problems, async () => tx.eventsAfter(Math.max(0, (await tx.head()) - batch), batch));
      continue;
    }
    await attempt(problems, () => readWholeLog(tx, project, problems));
    const slots = await attempt(problems, async () =>
      connection.all<{ readonly view: string }>("SELECT DISTINCT view FROM views WHERE project = ?", project),
    );
    for (const { view } of slots ?? [])
      await attempt(problems, () => readWholeView(tx, tx.viewIn(view), problems));
  }
  if (quick) return problems;
  const orphans = await attempt(problems, async () =>
    connection.get<{ readonly count: number }>(
      "SELECT count(*) AS count FROM events WHERE address >> 32 NOT IN (SELECT number FROM logs)",
    ),
  );
  if (orphans !== undefined && orphans.count > 0) problems.push(`${orphans.count} events belong to no log`);
  return problems;
}

async function readWholeLog(tx: SqliteTransaction, project: string, problems: string[]): Promise<void> {
  const head = await tx.head();
  let seq = 0;
  for (let page = await tx.eventsAfter(0, batch); page.length > 0; page = await tx.eventsAfter(seq, batch))
    seq = page.at(-1)?.seq ?? seq;
  if (seq !== head) problems.push(`the log of '${project}' ends at event ${seq}, its head says ${head}`);
}

async function readWholeView(tx: SqliteTransaction, view: string, problems: string[]): Promise<void> {
  if (!isOwnView(view) && (await tx.marks())[viewOfLists(view)] === undefined)
    problems.push(`there are rows of a view '${view}' that was never folded`);
  let page = await tx.listRows(view, { limit: batch });
  while (page.length === batch) {
    const after = page.at(-1)?.key;
    page = await tx.listRows(view, { limit: batch, ...(after === undefined ? {} : { after }) });
  }
}

/** Turns a failure into a line of the findings and goes on with the next part. */
async function attempt<T>(problems: string[], read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
