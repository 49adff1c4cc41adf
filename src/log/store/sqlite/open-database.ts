import { makePrivate } from "../../../base/files/private-file.js";
import { Connection, schemaVersion } from "./connection.js";
import { createDatabase } from "./create.js";
import { loadDriver } from "./driver.js";
import { refuseFormerFile } from "./former-file.js";
import { type BackupPlace, migrate } from "./migrate.js";
import type { Migration } from "./migrations/index.js";
import { OpenFiles } from "./open-files.js";
import { preflight } from "./preflight.js";

export interface SqliteOptions {
  readonly file: string;
  readonly backups: BackupPlace;
  /** How long a transaction waits for its turn before it fails with `busy`. */
  readonly busyWaitMs: number;
  /** `full`: an acknowledged write survives a power cut. `normal`: it survives a killed process. */
  readonly synchronous: "full" | "normal";
  /** A name no other process uses now, for the draft of a new database. */
  readonly unique: () => string;
  readonly migrations?: readonly Migration[];
}

/** A connection, and the files that it was opened on. */
export interface Opened {
  readonly connection: Connection;
  readonly files: OpenFiles;
}

/** Calls `take` until no other process is in its way. */
export type TakeTurn = (take: () => unknown) => Promise<void>;

/**
 * How many pages the write-ahead log holds before they are copied to the database: 16 MB. A record changes a
 * dozen pages, most of them the same as the one before, so copying four times as many at once copies and
 * syncs a third as often as SQLite's own 1,000 would.
 */
const checkpointPages = 4_000;
/** How much a connection keeps in memory. With SQLite's own 2 MB a rebuild reads the same pages again. */
const cacheKibibytes = 16_000;

/** Opens the database with the newest schema. Undefined where there is none and none is to be made. */
export async function openDatabase(
  options: SqliteOptions,
  migrations: readonly Migration[],
  create: boolean,
  turn: TakeTurn,
): Promise<Opened | undefined> {
  const { file, unique } = options;
  const exists = preflight(file, migrations);
  if (!exists) await refuseFormerFile(file);
  if (!exists && !create) return undefined;
  const open = await loadDriver();
  if (!exists) createDatabase(open, file, unique(), migrations);
  for (const part of ["", "-wal", "-shm"]) makePrivate(`${file}${part}`);
  const files = new OpenFiles(file);
  const connection = new Connection(open(file, "write"), file);
  try {
    await prepare(connection, options, migrations, turn);
  } catch (error) {
    connection.database.close();
    throw error;
  }
  files.opened();
  return { connection, files };
}

async function prepare(
  connection: Connection,
  { synchronous, backups }: SqliteOptions,
  migrations: readonly Migration[],
  turn: TakeTurn,
): Promise<void> {
  const { database } = connection;
  await turn(() => schemaVersion(database));
  database.exec(`PRAGMA synchronous = ${synchronous === "full" ? "FULL" : "NORMAL"}`);
  database.exec("PRAGMA secure_delete = ON");
  database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
  await migrate(connection, migrations, backups, () => turn(() => database.exec("BEGIN IMMEDIATE")));
}
