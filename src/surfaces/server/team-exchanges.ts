import { WhetstoneError } from "../../base/errors.js";
import { isWithin } from "../../base/files/is-within.js";
import { type JoinedHub, listTeamLinks, type TeamLink } from "../../base/project/team-link.js";
import type { Hub } from "../../hub/rights/hub.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";

export interface TeamExchangesOptions {
  /** Where it is noted which projects the user shares. */
  readonly teams: string;
  readonly open: (
    root: string,
  ) => Pick<Whetstone, "exchange" | "close"> | Promise<Pick<Whetstone, "exchange" | "close">>;
  readonly connect: (hub: JoinedHub, signal: AbortSignal) => Hub;
  /** Whether agents or people have used the project lately. */
  readonly isInUse: (root: string) => boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** From 0 to 1: clients that started together must not call together for ever. */
  readonly random: () => number;
  /** Something that is not the hub's fault. */
  readonly onFault: (reason: string) => void;
}

/** While a project is in use, and else: the tail of the last session may still be here. */
const busyEveryMs = 30_000;
const quietEveryMs = 600_000;
const firstWithinMs = 3_000;
/** After a failure the pause doubles, up to this. */
const pauseMaxMs = 900_000;

interface Schedule {
  nextAt: number;
  failures: number;
}

/**
 * Exchanges the shared projects of this user with their hubs, one at a time, while nobody waits for it. A
 * project that is in use has its turn about twice a minute; a hub that does not answer is asked ever more seldom.
 */
export class TeamExchanges {
  readonly #options: TeamExchangesOptions;
  readonly #schedules = new Map<string, Schedule>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: TeamExchangesOptions) {
    this.#options = options;
  }

  /** A person did something: the others should hear of it now. */
  soon(root: string): void {
    for (const link of this.#links()) if (isWithin(link.root, root)) this.#scheduleOf(link).nextAt = 0;
  }

  /** A person waits for it. Resolves when the exchange is over, whatever came of it. */
  async now(root: string): Promise<void> {
    // What goes on already may have had its turn before.
    while (this.#running !== undefined) await this.#running;
    this.soon(root);
    await this.look();
  }

  /** Called again and again; does what is due, unless that is going on already. */
  look(): Promise<void> {
    this.#running ??= this.#exchangeDue().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Gives up what waits for a hub; the next exchange goes on from there. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #exchangeDue(): Promise<void> {
    for (const link of this.#links()) {
      if (this.#stopping.signal.aborted) return;
      if (this.#scheduleOf(link).nextAt <= this.#options.clock()) await this.#exchange(link);
    }
  }

  #links(): readonly TeamLink[] {
    try {
      return listTeamLinks(this.#options.teams).filter(({ hub }) => hub !== null);
    } catch (error) {
      this.#options.onFault(error instanceof Error ? error.message : String(error));
      return [];
    }
  }

  #scheduleOf({ data }: TeamLink): Schedule {
    const { clock, random } = this.#options;
    const known = this.#schedules.get(data);
    if (known !== undefined) return known;
    const schedule = { nextAt: clock() + random() * firstWithinMs, failures: 0 };
    this.#schedules.set(data, schedule);
    return schedule;
  }

  async #exchange(link: TeamLink): Promise<void> {
    const { open, connect, onFault, isInUse } = this.#options;
    const schedule = this.#scheduleOf(link);
    // What comes up meanwhile is due again.
    schedule.nextAt = Number.POSITIVE_INFINITY;
    try {
      const ws = await open(link.root);
      try {
        await ws.exchange((hub) => connect(hub, this.#stopping.signal));
      } finally {
        await ws.close();
      }
      schedule.failures = 0;
      this.#next(schedule, isInUse(link.root) ? busyEveryMs : quietEveryMs);
    } catch (error) {
      schedule.failures += 1;
      this.#next(schedule, pauseAfter(error, schedule.failures));
      // What a hub does is told by `status`, which reads what the exchange itself has noted.
      if (!(error instanceof WhetstoneError)) onFault(error instanceof Error ? error.message : String(error));
    }
  }

  #next(schedule: Schedule, ms: number): void {
    const { clock, random } = this.#options;
    schedule.nextAt = Math.min(schedule.nextAt, clock() + ms * (0.75 + random() / 2));
  }
}

/** A hub that names a time is not asked before; with jitter the pause is at least three quarters of this. */
function pauseAfter(error: unknown, failures: number): number {
  const asked = error instanceof WhetstoneError ? Number(error.values.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(asked / 0.75, Math.min(pauseMaxMs, busyEveryMs * 2 ** (failures - 1)));
}
