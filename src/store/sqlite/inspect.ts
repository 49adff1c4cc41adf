import { statSync } from "node:fs";
import { placeIn } from "../../ids.js";
import { viewOfLists } from "../sorted-lists.js";
import type { StoreInspection } from "../store.js";
import { listBackups } from "./backup.js";
import type { Database, Driver } from "./driver.js";
import { schemaVersion } from "./migrate.js";
import type { Migration } from "./migrations/index.js";
import { Statements } from "./statements.js";
import { SqliteTransaction } from "./transaction.js";

const batch = 1_000;

/**
 * Reads every page and every row against its checksum, and says what is wrong in plain sentences. Where a
 * project is named, a database without its log is wrong too.
 */
export async function findProblems(
  database: Database,
  file: string,
  wanted?: string,
): Promise<readonly string[]> {
  const statements = new Statements(database);
  const problems = integrityProblems(database);
  const projects = await attempt(problems, async () => statements.all<{ project: string }>("projects"));
  if (wanted !== undefined && projects?.every(({ project }) => project !== wanted)) {
    problems.push(`it holds no log of the project '${wanted}'`);
  }
  for (const { project } of projects ?? []) {
    const tx = new SqliteTransaction(project, statements, file);
    await attempt(problems, () => readWholeLog(tx, project, problems));
  }
  const views = await attempt(problems, async () =>
    statements.all<{ project: string; view: string }>("heldViews"),
  );
  const held = (project: string) =>
    (views ?? []).flatMap((each) => (each.project === project ? [each.view] : []));
  for (const { project } of projects ?? []) {
    const tx = new SqliteTransaction(project, statements, file);
    for (const slot of held(project))
      await attempt(problems, () => readWholeView(tx, tx.viewIn(slot), problems));
  }
  const strangers = await attempt(problems, async () => statements.get<{ count: number }>("strangers"));
  if (strangers !== undefined && strangers.count > 0)
    problems.push(`${strangers.count} events belong to no log`);
  return problems;
}

export function describeFiles(file: string, backups: string): Omit<StoreInspection, "problems"> {
  const stat = statSync(file, { throwIfNoEntry: false });
  return { exists: stat !== undefined, sizeBytes: stat?.size ?? 0, backups: listBackups(backups) };
}

/**
 * The database as the newest program will have it: itself, or a copy in memory that is brought up, because
 * looking must not change anything.
 */
export function asNewest(Driver: Driver, database: Database, migrations: readonly Migration[]): Database {
  const missing = migrations.slice(schemaVersion(database));
  if (missing.length === 0) return database;
  const bytes = database.serialize();
  // Says that there is no write-ahead log: a database in memory has none.
  bytes.fill(1, 18, 20);
  const copy = new Driver(":memory:");
  copy.deserialize(bytes);
  for (const { sql } of missing) copy.exec(sql);
  return copy;
}

function integrityProblems(database: Database): string[] {
  const rows = database.pragma("integrity_check(10)") as readonly { integrity_check: string }[];
  return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
}

async function readWholeLog(tx: SqliteTransaction, project: string, problems: string[]): Promise<void> {
  const head = await tx.head();
  let seq = 0;
  for (let page = await tx.eventsAfter(0, batch); page.length > 0; page = await tx.eventsAfter(seq, batch)) {
    seq = page.at(-1)?.seq ?? seq;
    for (const { id, seq: place } of page) {
      if (placeIn(id) !== place && (await tx.eventById(id))?.seq !== place)
        problems.push(`event ${place} of '${project}' is not found by its id`);
    }
  }
  if (seq !== head) problems.push(`the log of '${project}' ends at event ${seq}, its head says ${head}`);
}

async function readWholeView(tx: SqliteTransaction, view: string, problems: string[]): Promise<void> {
  if ((await tx.marks())[viewOfLists(view)] === undefined)
    problems.push(`there are rows of a view '${view}' that nobody folded`);
  let page = await tx.rows(view, { limit: batch });
  while (page.length === batch) {
    const after = page.at(-1)?.key;
    page = await tx.rows(view, { limit: batch, ...(after === undefined ? {} : { after }) });
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
