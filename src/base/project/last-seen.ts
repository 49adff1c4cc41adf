import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A coding agent, and when it last called. */
export interface SeenHost {
  readonly host: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** A session calls with every tool; more precision is not needed. */
const notedEveryMs = 60_000;

/** The name is also the name of the file. */
const hostName = /^[a-z][a-z0-9-]{0,39}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * When each coding agent last called about a project. The log does not show it: most calls write no event. A
 * small file for each agent outlives the server; without a folder the times are kept in memory.
 */
export class LastSeen {
  readonly #folder: string | undefined;
  readonly #noted = new Map<string, number>();
  /** The day of each notice, or up to which time it was given. Their files begin with a dot, as no host's name does. */
  readonly #notices = new Map<string, string>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** Writes at most once a minute for each host. Never throws: an agent's work does not depend on it. */
  note(host: string, now: number): void {
    const last = this.#noted.get(host);
    if (!hostName.test(host) || (last !== undefined && Math.abs(now - last) < notedEveryMs)) return;
    this.#noted.set(host, now);
    if (this.#folder !== undefined) this.#write(join(this.#folder, host), new Date(now).toISOString());
  }

  #write(file: string, text: string): void {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, text, { mode: 0o600 });
    } catch {
      // `doctor` checks whether this folder can be written.
      return;
    }
  }

  /**
   * True the first time on a day (UTC), for what a person should read at most once a day. Never throws;
   * where nothing can be written, it is true once for each process and day.
   */
  isFirstToday(notice: string, now: number): boolean {
    const day = new Date(now).toISOString().slice(0, 10);
    if (this.lastNotice(notice) === day) return false;
    this.noteNotice(notice, day);
    return true;
  }

  /** What was noted of a notice; undefined if it was never given. */
  lastNotice(notice: string): string | undefined {
    const known = this.#notices.get(notice);
    if (known !== undefined || this.#folder === undefined) return known;
    return readOrUndefined(this.#noticeFile(this.#folder, notice));
  }

  noteNotice(notice: string, mark: string): void {
    this.#notices.set(notice, mark);
    if (this.#folder !== undefined) this.#write(this.#noticeFile(this.#folder, notice), mark);
  }

  #noticeFile(folder: string, notice: string): string {
    return join(folder, `.notice-${notice}`);
  }

  /** Sorted by name. */
  list(): readonly SeenHost[] {
    const folder = this.#folder;
    const hosts = folder === undefined ? [...this.#noted.keys()] : fileNames(folder);
    return hosts
      .filter((host) => hostName.test(host))
      .sort()
      .flatMap((host) => this.#read(host));
  }

  #read(host: string): readonly SeenHost[] {
    const noted = this.#noted.get(host);
    const at =
      this.#folder === undefined
        ? noted && new Date(noted).toISOString()
        : readOrUndefined(join(this.#folder, host));
    return at !== undefined && at !== 0 && isoTime.test(at) ? [{ host, at }] : [];
  }
}

/** A folder that cannot be read counts as empty; `doctor` checks whether it can be used. */
function fileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // No hook has called yet.
    return undefined;
  }
}
