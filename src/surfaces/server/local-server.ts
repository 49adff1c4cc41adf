import { rmSync, utimesSync } from "node:fs";
import type { Server } from "node:http";
import type { Server as SocketServer } from "node:net";
import type { ServerPlaces } from "../../base/project/server-places.js";
import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import { clearHung, isMarkedHung } from "./hung-server.js";
import { close } from "./listen.js";
import { publish, publishedServer, withdraw } from "./publication.js";
import { noteServerLoss, type ServerState } from "./server-files.js";
import type { TeamExchanges } from "./team-exchanges.js";

export type Reason = "idle" | "stopped" | "displaced" | "deserted";

export interface Parts {
  readonly server: Server;
  /** Passes its connections on to the server. */
  readonly socket: SocketServer | undefined;
  readonly places: ServerPlaces;
  readonly state: ServerState;
  readonly token: string;
  readonly projects: WarmProjects;
  readonly exchanges: TeamExchanges;
  /** Starts the program that took the place of this one's file, if one did. */
  readonly succeed: () => Promise<void>;
  /** Ends answers that would go on for ever. */
  readonly endStreams: () => void;
  /** Never stops by itself, if undefined. */
  readonly idleMs: number | undefined;
  /** Whether an agent is in the middle of a turn: an agent that posts its events could not start a server. */
  readonly isAwaited: () => boolean;
  /** Whether the folder in which callers would look for it was deleted: nobody finds it any more. */
  readonly isDeserted: () => boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How often to check for idle projects and for the published file. */
  readonly lookEveryMs: number;
  /** How long a caller that found the address just before the server stopped still gets an answer. */
  readonly graceMs: number;
}

/** Looking at a folder that is not there costs nothing; what is due then waits no longer than this. */
const exchangeLookMs = 1_000;

/** A server from the moment it listens until it has stopped. */
export class LocalServer {
  readonly state: ServerState;
  readonly url: string;
  readonly #parts: Parts;
  readonly #done: (reason: Reason) => void;
  /** Resolves with the reason when it has stopped. */
  readonly ended: Promise<Reason>;
  #lastUse: number;
  #timer: NodeJS.Timeout | undefined;
  #exchangeTimer: NodeJS.Timeout | undefined;
  #stopping = false;
  #maintaining = false;
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

  /** Publishes its address. Returns the state of another server if one is published and alive. */
  async publish(): Promise<ServerState> {
    const { places, state, token, lookEveryMs } = this.#parts;
    const known = await publish(places, state, token);
    rmSync(places.starting, { force: true });
    if (known.id !== state.id) return known;
    clearHung(places);
    this.#timer = setInterval(
      () => void this.#look().catch((error: unknown) => this.#noteFault(error)),
      lookEveryMs,
    );
    this.#timer.unref();
    this.#exchangeTimer = setInterval(() => void this.#parts.exchanges.look(), exchangeLookMs).unref();
    return known;
  }

  used(): void {
    this.#lastUse = this.#parts.clock();
    this.#parts.succeed().catch((error: unknown) => this.#noteFault(error));
  }

  /** New callers no longer find it, current ones get their answers, then the projects are closed. */
  async stop(reason: Reason = "stopped"): Promise<void> {
    if (!this.#stopping) {
      this.#stopping = true;
      const { server, socket, places, state, projects, endStreams, exchanges, graceMs } = this.#parts;
      clearInterval(this.#timer);
      withdraw(places, state);
      await new Promise((resolve) => setTimeout(resolve, graceMs));
      endStreams();
      clearInterval(this.#exchangeTimer);
      await exchanges.stop();
      socket?.close();
      await close(server);
      await projects.close();
      this.#done(reason);
    }
    await this.ended;
  }

  async #look(): Promise<void> {
    const { places, state, token, projects, idleMs, isAwaited, isDeserted, clock } = this.#parts;
    if (isDeserted()) return this.stop("deserted");
    if (idleMs !== undefined && clock() - this.#lastUse >= idleMs && !isAwaited()) return this.stop("idle");
    await this.#parts.succeed();
    await projects.closeIdle();
    await this.#maintain();
    const published = publishedServer(places, state);
    // A call may have waited too long for it while the machine was busy.
    if (isMarkedHung(places, state)) clearHung(places);
    if (this.#stopping) return;
    // After a crash the file's time shows since when no server ran.
    if (published === "mine") return utimesSync(places.state, new Date(), new Date());
    // The file was deleted: it is written again, unless another server was quicker.
    const known = published === "gone" ? await publish(places, state, token) : undefined;
    if (known?.id !== state.id) await this.stop("displaced");
  }

  /** Each fault once in a row: it would come again with every check. */
  #noteFault(error: unknown): void {
    const fault = error instanceof Error ? error.message : String(error);
    if (fault === this.#lastFault) return;
    this.#lastFault = fault;
    try {
      noteServerLoss(this.#parts.places, "server", fault);
    } catch {
      // `doctor` checks whether this folder can be written; callers are served all the same.
      return;
    }
  }

  /** Brings the index of lessons up to date while no caller waits, so that the next prompt need not. */
  async #maintain(): Promise<void> {
    if (this.#maintaining) return;
    this.#maintaining = true;
    try {
      await this.#parts.projects.maintain((ws) => ws.index.catchUp());
    } finally {
      this.#maintaining = false;
    }
  }
}
