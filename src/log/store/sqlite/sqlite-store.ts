import { statSync } from "node:fs";
import { WhetstoneError } from "../../../base/errors.js";
import { MemoryStore } from "../memory.js";
import { Queue } from "../queue.js";
import type {
  InspectOptions,
  ReadTransaction,
  Store,
  StoreInspection,
  TurnOptions,
  WriteTransaction,
} from "../store.js";
import { backUp } from "./backup.js";
import type { Connection } from "./connection.js";
import { loadDriver } from "./driver.js";
import { migrations as allMigrations, type Migration } from "./migrations/index.js";
import { type Opened, openDatabase, type SqliteOptions } from "./open-database.js";
import { OpenFiles } from "./open-files.js";
import { newer, versionsIn } from "./preflight.js";
import { lockedOut, replaceDatabase } from "./restore.js";
import { ScrubMark, scrubFiles } from "./scrub.js";
import { SqliteTransaction } from "./transaction.js";
import { isBusy, translateError } from "./translate-error.js";
import { Turnstile } from "./turnstile.js";

/** One for each time that a database is replaced right after it was opened. */
const triesAtMost = 10;

/** One SQLite file, one connection, one transaction at a time; other processes take turns. */
export class SqliteStore implements Store {
  readonly kind = "sqlite";
  readonly location: string;
  readonly #options: SqliteOptions;
  readonly #migrations: readonly Migration[];
  readonly #turnstile: Turnstile;
  readonly #scrubMark: ScrubMark;
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
    this.#scrubMark = new ScrubMark(file);
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
        if (tx.hasBlanked) this.#scrubMark.set(this.#options.unique());
        return done;
      });
      if (opened.files.haveTheirNames()) return result;
      this.#letGo();
      throw replaced(this.location);
    });
  }

  inspect(options: InspectOptions = {}): Promise<StoreInspection> {
    return this.#queue.run(async () => {
      const { inspectFiles } = await import("./inspect.js");
      return inspectFiles(this.location, this.#options.backups.folder, this.#migrations, options);
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

  scrub(): Promise<boolean> {
    return this.#guarded(() =>
      this.#scrubMark.clearAfter(async () => {
        const connection = await this.#current();
        if (connection === undefined) return true;
        return scrubFiles(connection, this.#options.backups, (take) => this.#turn(take));
      }),
    );
  }

  async isScrubOwed(): Promise<boolean> {
    return this.#scrubMark.isSet;
  }

  restore(project: string, backup?: string): Promise<readonly string[]> {
    return this.#queue.run(async () => {
      if (backup !== undefined) await this.#refuseBackup(project, backup);
      this.#letGo();
      const lock = await lockedOut(this.location, this.#migrations, (take) => this.#turn(take));
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
    this.#open ??= await openDatabase(this.#options, this.#migrations, create, (take) => this.#turn(take));
    return this.#open;
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

  /** Takes the snapshot with the first read, so that nothing after it can meet a lock. */
  #begin(connection: Connection, begin: "BEGIN" | "BEGIN IMMEDIATE"): void {
    connection.run(begin);
    try {
      // Another process may have migrated the file while this one had it open.
      const found = connection.get<{ readonly user_version: number }>("PRAGMA user_version");
      const [version, [, newest]] = [found?.user_version ?? 0, versionsIn(this.#migrations)];
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
    const { problemsIn } = await import("./inspect.js");
    const [problem] = (await problemsIn(backup, this.#migrations, { project })).problems;
    if (problem === undefined) return;
    throw new WhetstoneError("corrupt", `the backup ${backup} cannot be used: ${problem}`, {
      next: "choose another backup, or an export",
      values: { backup },
    });
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
