import { rmSync, utimesSync } from "node:fs";
import type { Server } from "node:http";
import type { WarmProjects } from "../compose/warm-projects.js";
import type { ServerPlaces } from "../project/server-places.js";
import { close } from "./listen.js";
import { publish, standing, withdraw } from "./publication.js";
import { noteLoss, type ServerState } from "./server-files.js";

export type Reason = "idle" | "stopped" | "displaced";

export interface Parts {
  readonly server: Server;
  readonly places: ServerPlaces;
  readonly state: ServerState;
  readonly token: string;
  readonly projects: WarmProjects;
  /** Never leaves by itself, if left out. */
  readonly idleMs: number | undefined;
  /**
   * Whether an agent is in the middle of something: one that posts its calls itself could not start another
   * server.
   */
  readonly isAwaited: () => boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How often to look after things. */
  readonly lookEveryMs: number;
}

/** Who asked for the server just before it left still gets an answer. */
const graceMs = 150;

/** A server from the moment it listens until it has left. */
export class LocalServer {
  readonly state: ServerState;
  readonly url: string;
  readonly #parts: Parts;
  readonly #done: (reason: Reason) => void;
  /** Resolves when it has left, with the reason. */
  readonly ended: Promise<Reason>;
  #lastUse: number;
  #timer: NodeJS.Timeout | undefined;
  #leaving = false;
  #tending = false;
  #lastFault = "";

  constructor(parts: Parts) {
    const { address, port } = parts.state;
    this.#parts = parts;
    this.#lastUse = parts.clock();
    this.state = parts.state;
    this.url = `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
    const done: ((reason: Reason) => void)[] = [];
    this.ended = new Promise((resolve) => done.push(resolve));
    this.#done = (reason) => done.forEach((resolve) => void resolve(reason));
  }

  /** Makes it known. The state of the other one, when another server is known already and alive. */
  async publish(): Promise<ServerState> {
    const { places, state, token, lookEveryMs } = this.#parts;
    const known = await publish(places, state, token);
    rmSync(places.starting, { force: true });
    if (known.id !== state.id) return known;
    this.#timer = setInterval(
      () => void this.#look().catch((error: unknown) => this.#noteFault(error)),
      lookEveryMs,
    );
    this.#timer.unref();
    return known;
  }

  used(): void {
    this.#lastUse = this.#parts.clock();
  }

  /** Leaves: new callers no longer find it, those under way get their answers, the projects are closed. */
  async stop(reason: Reason = "stopped"): Promise<void> {
    if (!this.#leaving) {
      this.#leaving = true;
      const { server, places, state, projects } = this.#parts;
      clearInterval(this.#timer);
      withdraw(places, state);
      await new Promise((resolve) => setTimeout(resolve, graceMs));
      await close(server);
      await projects.close();
      this.#done(reason);
    }
    await this.ended;
  }

  async #look(): Promise<void> {
    const { places, state, token, projects, idleMs, isAwaited, clock } = this.#parts;
    if (idleMs !== undefined && clock() - this.#lastUse >= idleMs && !isAwaited()) return this.stop("idle");
    await projects.closeIdle();
    await this.#tend();
    const stands = standing(places, state);
    if (this.#leaving) return;
    // Whoever comes after a crash sees by the file's time how long nobody was there.
    if (stands === "mine") return utimesSync(places.state, new Date(), new Date());
    // Somebody deleted the file: it is written again, unless another server was quicker.
    const known = stands === "gone" ? await publish(places, state, token) : undefined;
    if (known?.id !== state.id) await this.stop("displaced");
  }

  /** Once for as long as it stays the same: it would come again with every look. */
  #noteFault(error: unknown): void {
    const fault = error instanceof Error ? error.message : String(error);
    if (fault === this.#lastFault) return;
    this.#lastFault = fault;
    try {
      noteLoss(this.#parts.places, "server", fault);
    } catch {
      // `doctor` looks itself whether this folder can be written; those who call are served all the same.
      return;
    }
  }

  /** Brings the index of lessons up to the log while nobody waits for an answer: the next prompt need not. */
  async #tend(): Promise<void> {
    if (this.#tending) return;
    this.#tending = true;
    try {
      await this.#parts.projects.maintain((ws) => ws.index.catchUp());
    } finally {
      this.#tending = false;
    }
  }
}
