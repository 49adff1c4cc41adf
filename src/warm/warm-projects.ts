import type { Whetstone } from "../compose/whetstone.js";
import { WhetstoneError } from "../errors.js";
import { projectStamp } from "./project-stamp.js";

export interface WarmOptions {
  readonly open: (root: string) => Promise<Whetstone>;
  /** A project that nobody asked for in this time is closed by `closeIdle`. */
  readonly idleMs: number;
  readonly clock: () => number;
  readonly home: string | undefined;
}

/** What one request works with. The projects that it opened stay open at least until it is released. */
export interface Lease {
  readonly open: (root: string) => Promise<Whetstone>;
  readonly release: () => void;
}

interface Entry {
  readonly root: string;
  readonly stamp: string;
  readonly ws: Promise<Whetstone>;
  users: number;
  usedAt: number;
  /** Whether `tend` has looked at it since it was last used. */
  tended: boolean;
}

/**
 * Projects that stay open between calls, each opened once. A folder that became another project, or whose
 * settings were changed, is opened anew; the old handle is closed when its last user is done.
 */
export class WarmProjects {
  readonly #options: WarmOptions;
  readonly #entries = new Map<string, Entry>();
  #closed = false;

  constructor(options: WarmOptions) {
    this.#options = options;
  }

  /** How many projects are open now. */
  get size(): number {
    return this.#entries.size;
  }

  lease(): Lease {
    const held: Entry[] = [];
    return {
      open: async (root) => {
        const entry = this.#entryFor(root);
        entry.users += 1;
        held.push(entry);
        // Closing is not the borrower's business.
        return { ...(await entry.ws), close: async () => undefined };
      },
      release: () => {
        for (const entry of held.splice(0)) this.#leave(entry);
      },
    };
  }

  /** A project for one piece of work. */
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
    for (const { root } of idle) this.#entries.delete(root);
    await Promise.all(idle.map(closeEntry));
  }

  /**
   * Does work for each project that nobody uses at this moment and somebody has used since the last time.
   * Stops when the server leaves.
   */
  async tend(work: (ws: Whetstone) => Promise<void>): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      if (this.#closed || entry.users > 0 || entry.tended) continue;
      const { usedAt } = entry;
      entry.tended = true;
      entry.users += 1;
      try {
        await work(await entry.ws);
      } finally {
        this.#leave(entry);
        // Unless somebody came meanwhile, it is as idle as before.
        if (entry.tended) entry.usedAt = usedAt;
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(all.map(closeEntry));
  }

  #entryFor(folder: string): Entry {
    if (this.#closed) throw new WhetstoneError("closed", "the server is leaving", { next: "call again" });
    const { clock, open, home } = this.#options;
    const { root, stamp } = projectStamp(folder, home);
    const known = this.#entries.get(root);
    if (known?.stamp === stamp) {
      known.usedAt = clock();
      known.tended = false;
      return known;
    }
    if (known !== undefined) this.#retire(known);
    const entry: Entry = { root, stamp, ws: open(root), users: 0, usedAt: clock(), tended: false };
    this.#entries.set(root, entry);
    // What could not be opened is tried again by the next call; this caller hears of it by awaiting `ws`
    // itself.
    entry.ws.catch(() => this.#forget(entry));
    return entry;
  }

  #leave(entry: Entry): void {
    entry.users -= 1;
    entry.usedAt = this.#options.clock();
    if (entry.users === 0 && this.#entries.get(entry.root) !== entry) void closeEntry(entry);
  }

  #retire(entry: Entry): void {
    this.#forget(entry);
    if (entry.users === 0) void closeEntry(entry);
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.root) === entry) this.#entries.delete(entry.root);
  }
}

/** A handle that never opened has nothing to close. */
async function closeEntry({ ws }: Entry): Promise<void> {
  const opened = await ws.catch(() => undefined);
  await opened?.close();
}
