import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { WhetstoneError } from "../../base/errors.js";
import { findRoot } from "../../base/project/find-root.js";
import { identifyProject, isSameProject, type ProjectPlace } from "../../base/project/identify.js";
import { fileOf } from "../../base/project/known-folder.js";
import type { Speaker } from "../call/speaker.js";
import type { OpenedProject } from "./open-whetstone.js";
import type { Whetstone } from "./whetstone.js";

export interface WarmOptions {
  /** With `as`, the project that the folder was, whatever it is now. */
  readonly open: (root: string, as?: ProjectPlace) => OpenedProject | Promise<OpenedProject>;
  /** `closeIdle` closes a project that was not used for this long. */
  readonly idleMs: number;
  readonly clock: () => number;
  readonly home: string | undefined;
  /** Where it is noted what the user accepted in each folder. */
  readonly folders: string;
  /** Where it is noted which projects the user shares. */
  readonly teams: string;
}

/** The projects that one request opened; they stay open at least until `release`. */
export interface Lease {
  /**
   * A handle that speaks for this caller, or for the surface that keeps the projects open. With `as`, a folder
   * that has become another project, or is gone, is the one that it was.
   */
  readonly open: (root: string, speaker?: Speaker, as?: ProjectPlace) => Promise<Whetstone>;
  readonly release: () => void;
}

interface Entry {
  readonly id: string;
  readonly root: string;
  readonly stamp: string;
  readonly project: Promise<OpenedProject>;
  users: number;
  usedAt: number;
  /** Whether `maintain` has run since the project was last used. */
  maintained: boolean;
}

/**
 * Projects that stay open between calls, each opened once. A folder that became another project, or whose
 * settings changed, is reopened; the old handle is closed when its last user is done.
 */
export class WarmProjects {
  readonly #options: WarmOptions;
  readonly #entries = new Map<string, Entry>();
  #closed = false;

  constructor(options: WarmOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Equal for the folders of one project, its worktrees among them, whatever its settings file says. */
  keyOf(folder: string): string {
    return projectStamp(folder, this.#options).key;
  }

  /** Whether a folder of the same project was used since then. */
  isUsedSince(folder: string, ms: number): boolean {
    const key = this.keyOf(folder);
    return [...this.#entries.values()].some(
      ({ stamp, usedAt }) => stamp.startsWith(`${key} `) && usedAt >= ms,
    );
  }

  /** Whether nothing but folders of the same project is open, or such that are gone. */
  hasNoneBut(folder: string): boolean {
    const key = this.keyOf(folder);
    return [...this.#entries.values()].every(
      ({ root, stamp }) => stamp.startsWith(`${key} `) || !existsSync(root),
    );
  }

  lease(): Lease {
    const held: Entry[] = [];
    const hold = async (root: string, as?: ProjectPlace) => {
      const entry = this.#entryFor(root, as);
      entry.users += 1;
      held.push(entry);
      return entry.project;
    };
    // A request looks at a folder once, however often it opens it.
    const opened = new Map<string, Promise<OpenedProject>>();
    const once = (root: string) => {
      const known = opened.get(root);
      if (known !== undefined) return known;
      const fresh = hold(root);
      opened.set(root, fresh);
      fresh.catch(() => opened.delete(root));
      return fresh;
    };
    return {
      open: async (root, speaker, as) => {
        const now = await once(root).catch((error: unknown) => {
          if (as === undefined || !isGone(error)) throw error;
          return undefined;
        });
        const isNow = now !== undefined && (as === undefined || isSameProject(now.place, as));
        const project = isNow ? now : await hold(root, as);
        // A borrower must not close a handle that others use.
        return { ...project.handle(speaker), close: async () => undefined };
      },
      release: () => {
        opened.clear();
        for (const entry of held.splice(0)) this.#leave(entry);
      },
    };
  }

  async use<T>(root: string, work: (ws: Whetstone) => Promise<T>): Promise<T> {
    const lease = this.lease();
    try {
      return await work(await lease.open(root));
    } finally {
      lease.release();
    }
  }

  async closeIdle(): Promise<void> {
    const { clock, idleMs } = this.#options;
    const idle = [...this.#entries.values()].filter(
      ({ users, usedAt }) => users === 0 && clock() - usedAt >= idleMs,
    );
    for (const { id } of idle) this.#entries.delete(id);
    await Promise.all(idle.map(closeEntry));
  }

  /**
   * Runs `work` on each open project that is not in use now and was used since the last run. Stops early
   * after `close`.
   */
  async maintain(work: (ws: Whetstone) => Promise<void>): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      if (this.#closed || entry.users > 0 || entry.maintained) continue;
      const { usedAt } = entry;
      entry.maintained = true;
      entry.users += 1;
      try {
        await work((await entry.project).handle());
      } finally {
        this.#leave(entry);
        // Maintenance does not count as use: the idle time goes on, unless a request came meanwhile.
        if (entry.maintained) entry.usedAt = usedAt;
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(all.map(closeEntry));
  }

  #entryFor(folder: string, as?: ProjectPlace): Entry {
    if (this.#closed)
      throw new WhetstoneError("closed", "the server is shutting down", { next: "call again" });
    const { clock, open } = this.#options;
    const { root, stamp } = projectStamp(as === undefined ? folder : nearestFolder(folder), this.#options);
    const id = as === undefined ? root : JSON.stringify([root, as.project, as.data]);
    const known = this.#entries.get(id);
    if (known?.stamp === stamp) {
      known.usedAt = clock();
      known.maintained = false;
      return known;
    }
    if (known !== undefined) this.#retire(known);
    const project = (async () => open(root, as))();
    const entry: Entry = { id, root, stamp, project, users: 0, usedAt: clock(), maintained: false };
    this.#entries.set(id, entry);
    // The caller gets the error by awaiting `project`; the next call tries again.
    project.catch(() => this.#forget(entry));
    return entry;
  }

  #leave(entry: Entry): void {
    entry.users -= 1;
    entry.usedAt = this.#options.clock();
    if (entry.users === 0 && this.#entries.get(entry.id) !== entry) void closeEntry(entry);
  }

  #retire(entry: Entry): void {
    this.#forget(entry);
    if (entry.users === 0) void closeEntry(entry);
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.id) === entry) this.#entries.delete(entry.id);
  }
}

/** A handle that failed to open has nothing to close. */
async function closeEntry({ project }: Entry): Promise<void> {
  const opened = await project.catch(() => undefined);
  await opened?.close();
}

/**
 * The project that a folder belongs to now. `stamp` changes when the folder becomes another project, its
 * settings file changes, or the user accepts what that asks for, joins a hub or leaves one. Cheap enough to check before every call.
 */
type Noted = Pick<WarmOptions, "home" | "folders" | "teams">;

function projectStamp(folder: unknown, { home, folders, teams }: Noted) {
  if (typeof folder !== "string" || !isAbsolute(folder)) throw notAFolder(folder);
  const { root } = findRoot(folder, home);
  const settings = fileStamp(join(root, "whetstone.json"));
  // Without settings nothing is asked for.
  const accepted = settings === "" ? "" : fileStamp(fileOf(folders, root));
  const { key } = identifyProject(root);
  return { root, key, stamp: `${key} ${settings} ${accepted} ${fileStamp(teams)}` };
}

/** A file that cannot be looked at is reported by the code that reads it. */
function fileStamp(file: string): string {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? "" : `${stats.ino}/${stats.mtimeMs}/${stats.size}`;
  } catch (error) {
    return `unreadable: ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** The folder, or the nearest one above that is still there. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function isGone(error: unknown): boolean {
  return error instanceof WhetstoneError && error.code === "not_found";
}

function notAFolder(folder: unknown): WhetstoneError {
  return new WhetstoneError("invalid_input", "'root': must be the absolute path of a folder of the project", {
    field: "root",
    next: "give the full path of the folder you work in",
    values: { root: folder },
  });
}
