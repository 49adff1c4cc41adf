import { rmSync, statSync } from "node:fs";
import { WhetstoneError } from "../../errors.js";
import { makePrivate } from "../../files/private-file.js";
import { MemoryStore } from "../memory.js";
import { Queue } from "../queue.js";
import type { ReadTransaction, Store, StoreInspection, TurnOptions, WriteTransaction } from "../store.js";
import { backUp, listBackups } from "./backup.js";
import { Connection, schemaVersion } from "./connection.js";
import { createDatabase } from "./create.js";
import { type Database, loadDriver } from "./driver.js";
import { type BackupPlace, migrate } from "./migrate.js";
import { migrations as allMigrations, type Migration } from "./migrations/index.js";
import { OpenFiles } from "./open-files.js";
import { newer, preflight } from "./preflight.js";
import { replaceDatabase } from "./restore.js";
import { SqliteTransaction } from "./transaction.js";
import { isBusy, translateError } from "./translate-error.js";
import { Turnstile } from "./turnstile.js";

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

/**
 * How many pages the write-ahead log holds before they are copied to the database: 16 MB. A record changes a
 * dozen pages, most of them the same as the one before, so copying four times as many at once copies and
 * syncs a third as often as SQLite's own 1,000 would.
 */
const checkpointPages = 4_000;
/** How much a connection keeps in memory. With SQLite's own 2 MB a rebuild reads the same pages again. */
const cacheKibibytes = 16_000;

/** One for each time that a database is replaced right after it was opened. */
const triesAtMost = 10;

interface Opened {
  readonly connection: Connection;
  readonly files: OpenFiles;
}

/** One SQLite file, one connection, one transaction at a time; other processes take turns. */
export class SqliteStore implements Store {
  readonly kind = "sqlite";
  readonly location: string;
  readonly #options: SqliteOptions;
  readonly #migrations: readonly Migration[];
  readonly #turnstile: Turnstile;
  readonly #queue = new Queue();
  #open: Opened | undefined;
  #replacements = 0;
  /** Once set, every call fails with it: a damaged or closed store is not touched again. */
  #finished: WhetstoneError | undefined;
  /** The files that were found damaged, which a person may have replaced since. */
  #damaged: OpenFiles | undefined;

  constructor(options: SqliteOptions) {
    this.location = options.file;
    this.#options = options;
    this.#migrations = options.migrations ?? allMigrations;
    const { file, busyWaitMs } = options;
    const lastWrite = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs;
    this.#turnstile = new Turnstile(`${file}-turn`, busyWaitMs, lastWrite);
  }

  read<T>(project: string, work: (tx: ReadTransaction) => Promise<T>, options: TurnOptions = {}): Promise<T> {
    return this.#guarded(async () => {
      const opened = await this.#begun("BEGIN", false, options);
      if (opened === undefined) return new MemoryStore().read(project, work);
      return this.#ended(opened, () => work(new SqliteTransaction(project, opened.connection)));
    });
  }

  write<T>(
    project: string,
    work: (tx: WriteTransaction) => Promise<T>,
    options: TurnOptions = {},
  ): Promise<T> {
    return this.#guarded(async () => {
      const opened = await this.#begun("BEGIN IMMEDIATE", true, options);
      const result = await this.#ended(opened, async () => {
        const tx = new SqliteTransaction(project, opened.connection);
        const done = await work(tx);
        tx.finish();
        return done;
      });
      if (opened.files.haveTheirNames()) return result;
      this.#letGo();
      throw replaced(this.location);
    });
  }

  inspect(): Promise<StoreInspection> {
    return this.#queue.run(async () => {
      const { describeFiles } = await import("./inspect.js");
      const files = describeFiles(this.location, this.#options.backups.folder);
      return { ...files, problems: files.exists ? await this.#problems(this.location) : [] };
    });
  }

  backUp(): Promise<string | undefined> {
    return this.#guarded(async () => {
      const connection = await this.#current();
      if (connection === undefined) return undefined;
      const { folder, now, kept } = this.#options.backups;
      return backUp(connection.database, folder, now(), "by-hand", kept);
    });
  }

  /**
   * Rewrites the file without its free space, empties the write-ahead log, and replaces our backups by a new
   * one. False when another process still reads an older state, so that the log could not be emptied.
   */
  scrub(): Promise<boolean> {
    return this.#guarded(async () => {
      const connection = await this.#current();
      if (connection === undefined) return true;
      const { database } = connection;
      await this.#turn(() => database.exec("VACUUM"));
      const { folder, now, kept } = this.#options.backups;
      const old = listBackups(folder);
      for (const file of old) rmSync(file);
      if (old.length > 0) backUp(database, folder, now(), "after-forget", kept);
      const checkpoint = connection.get<{ readonly busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
      return checkpoint?.busy === 0;
    });
  }

  restore(project: string, backup?: string): Promise<readonly string[]> {
    return this.#queue.run(async () => {
      if (backup !== undefined) await this.#refuseBackup(project, backup);
      this.#letGo();
      const lock = await this.#lockedOut();
      try {
        const [open, at, unique] = [await loadDriver(), this.#options.backups.now(), this.#options.unique()];
        const aside = replaceDatabase({ open, file: this.location, backup, at, unique });
        this.#finished = undefined;
        return aside;
      } catch (error) {
        throw translateError(error, this.location);
      } finally {
        lock?.close();
      }
    });
  }

  close(): Promise<void> {
    return this.#queue.run(async () => {
      this.#disconnect();
      this.#finished ??= new WhetstoneError("closed", "this Whetstone was closed", { next: "open it again" });
    });
  }

  get replacements(): number {
    return this.#replacements;
  }

  #disconnect(): void {
    this.#open?.connection.database.close();
    this.#open = undefined;
  }

  /** Closes files that have lost their name. SQLite leaves those alone that have it now. */
  #letGo(): void {
    this.#disconnect();
    this.#replacements += 1;
  }

  #guarded<T>(job: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      this.#forgiveReplaced();
      if (this.#finished !== undefined) throw this.#finished;
      try {
        return await job();
      } catch (error) {
        throw this.#judged(translateError(error, this.location));
      }
    });
  }

  /** Damage ends the use of these files; in files that were deleted meanwhile, what looks like it is none. */
  #judged(error: unknown): unknown {
    if (!(error instanceof WhetstoneError) || error.code !== "corrupt") return error;
    const files = this.#open?.files ?? new OpenFiles(this.location);
    if (this.#open === undefined) files.opened();
    if (!files.haveTheirNames()) {
      this.#letGo();
      return replaced(this.location);
    }
    this.#finished = error;
    this.#damaged = files;
    return error;
  }

  /** Damage ends with the files that have it: after a restore, by whatever process, others have the name. */
  #forgiveReplaced(): void {
    if (this.#finished?.code !== "corrupt" || this.#damaged?.haveTheirNames() !== false) return;
    this.#finished = undefined;
    this.#damaged = undefined;
    this.#letGo();
  }

  /** A connection to the database that has the name now. */
  async #current(): Promise<Connection | undefined> {
    if (this.#open?.files.haveTheirNames() === false) this.#letGo();
    return (await this.#connect(false))?.connection;
  }

  #connect(create: true): Promise<Opened>;
  #connect(create: boolean): Promise<Opened | undefined>;
  async #connect(create: boolean): Promise<Opened | undefined> {
    if (this.#open !== undefined) return this.#open;
    const exists = preflight(this.location, this.#migrations.at(-1)?.version ?? 0);
    if (!exists && !create) return undefined;
    const open = await loadDriver();
    if (!exists) createDatabase(open, this.location, this.#options.unique(), this.#migrations);
    for (const part of ["", "-wal", "-shm"]) makePrivate(`${this.location}${part}`);
    const files = new OpenFiles(this.location);
    const connection = new Connection(open(this.location, "write"), this.location);
    try {
      await this.#prepare(connection);
    } catch (error) {
      connection.database.close();
      throw error;
    }
    files.opened();
    this.#open = { connection, files };
    return this.#open;
  }

  async #prepare(connection: Connection): Promise<void> {
    const { database } = connection;
    await this.#turn(() => schemaVersion(database));
    database.exec(`PRAGMA synchronous = ${this.#options.synchronous === "full" ? "FULL" : "NORMAL"}`);
    database.exec("PRAGMA secure_delete = ON");
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
    await migrate(connection, this.#migrations, this.#options.backups, () =>
      this.#turn(() => database.exec("BEGIN IMMEDIATE")),
    );
  }

  #begun(begin: "BEGIN IMMEDIATE", create: true, options: TurnOptions): Promise<Opened>;
  #begun(begin: "BEGIN", create: false, options: TurnOptions): Promise<Opened | undefined>;
  /**
   * Begins a transaction in the database that has the name now. Who replaces it holds its write lock, so it
   * stays the one with the name until a writer ends, unless it is replaced by other means.
   */
  async #begun(
    begin: "BEGIN" | "BEGIN IMMEDIATE",
    create: boolean,
    options: TurnOptions,
  ): Promise<Opened | undefined> {
    for (let tries = 0; tries < triesAtMost; tries += 1) {
      const opened = await this.#connect(create);
      if (opened === undefined) return undefined;
      const { connection, files } = opened;
      await this.#turn(() => this.#begin(connection, begin), options);
      if (files.haveTheirNames()) return opened;
      connection.run("ROLLBACK");
      this.#turnstile.left();
      this.#letGo();
    }
    throw replaced(this.location);
  }

  async #ended<T>({ connection }: Opened, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      connection.run("COMMIT");
      return result;
    } finally {
      if (connection.database.inTransaction) connection.run("ROLLBACK");
      this.#turnstile.left();
    }
  }

  /**
   * Takes the write lock of the database and keeps it until it is closed. Undefined where there is none, and
   * where it is so damaged that it cannot be locked: then no writer gets into it either.
   */
  async #lockedOut(): Promise<Database | undefined> {
    const open = await loadDriver();
    const held: { database?: Database } = {};
    try {
      if (!preflight(this.location, this.#migrations.at(-1)?.version ?? 0)) return undefined;
      const database = open(this.location, "write");
      held.database = database;
      // So that whoever opens the file without its log, in the moment of the exchange, reads all of it.
      await this.#turn(() => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
      await this.#turn(() => database.exec("BEGIN IMMEDIATE"));
      return database;
    } catch (error) {
      held.database?.close();
      if (error instanceof WhetstoneError && error.code === "busy") throw error;
      return undefined;
    }
  }

  /** Takes the snapshot with the first read, so that nothing after it can meet a lock. */
  #begin(connection: Connection, begin: "BEGIN" | "BEGIN IMMEDIATE"): void {
    connection.run(begin);
    try {
      // Another process may have migrated the file while this one had it open.
      const found = connection.get<{ readonly user_version: number }>("PRAGMA user_version");
      const [version, newest] = [found?.user_version ?? 0, this.#migrations.at(-1)?.version ?? 0];
      if (version > newest) throw newer(this.location, version, newest);
    } catch (error) {
      connection.run("ROLLBACK");
      throw error;
    }
  }

  async #turn(take: () => unknown, options?: TurnOptions): Promise<void> {
    await this.#turnstile.enter(() => {
      try {
        take();
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    }, options);
  }

  async #refuseBackup(project: string, backup: string): Promise<void> {
    const [problem] = await this.#problems(backup, project);
    if (problem === undefined) return;
    throw new WhetstoneError("corrupt", `the backup ${backup} cannot be used: ${problem}`, {
      next: "choose another backup, or an export",
      values: { backup },
    });
  }

  async #problems(file: string, project?: string): Promise<readonly string[]> {
    try {
      if (!preflight(file, this.#migrations.at(-1)?.version ?? 0)) return [`there is no file ${file}`];
      const { findProblems } = await import("./inspect.js");
      return await findProblems(await loadDriver(), file, this.#migrations, project);
    } catch (error) {
      const translated = translateError(error, file);
      return [translated instanceof Error ? translated.message : String(translated)];
    }
  }
}

function replaced(file: string): WhetstoneError {
  return new WhetstoneError(
    "replaced",
    `the database ${file} was replaced or deleted in the middle of this call. What the call wrote is not ` +
      "in the one that is there now.",
    { next: "call again: it goes on in the database that is there now", values: { file } },
  );
}
