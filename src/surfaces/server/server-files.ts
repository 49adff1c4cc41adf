import { appendFileSync, readFileSync, statSync } from "node:fs";
import { WhetstoneError } from "../../base/errors.js";
import type { ServerPlaces } from "../../base/project/server-places.js";

/** The content of `server.json`, about the running server. */
export interface ServerState {
  /** New for each start: by now another program may have the port or the process number. */
  readonly id: string;
  /** Where a program on this machine reaches the server. */
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  /** Of which sources it was built; servers of earlier versions do not say. */
  readonly build?: string;
  /** ISO 8601. */
  readonly builtAt?: string;
  /** The file of the program that it was started from. */
  readonly program?: string;
  /** Answers a challenge; servers of earlier versions do not. */
  readonly proves?: true;
  /** Has a socket for hooks, besides its port. */
  readonly socket?: true;
}

/** Undefined when there is no valid file: the next server writes its own, and reports if it cannot. */
export function readState(file: string): ServerState | undefined {
  try {
    return checkedState(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function checkedState(value: unknown): ServerState | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, address, port, pid, version, startedAt, build, builtAt, program, proves, socket } =
    value as Partial<Record<keyof ServerState, unknown>>;
  if (typeof id !== "string" || typeof address !== "string" || typeof version !== "string") return undefined;
  if (typeof port !== "number" || typeof pid !== "number" || typeof startedAt !== "string") return undefined;
  return {
    id,
    address,
    port,
    pid,
    version,
    startedAt,
    ...(typeof build === "string" ? { build } : {}),
    ...(typeof builtAt === "string" ? { builtAt } : {}),
    ...(typeof program === "string" ? { program } : {}),
    ...(proves === true ? { proves } : {}),
    ...(socket === true ? { socket } : {}),
  };
}

/**
 * Whether it is a process of this user. A server whose process is gone is not called: another program may have
 * its port, and another user's process its number.
 */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch {
    return false;
  }
}

/** A killed process keeps its number until its parent asks how it ended, which in a container may be never. */
function isDefunct(pid: number): boolean {
  return /[ZX]/.test(processState(pid));
}

/** Whether somebody suspended it: it holds its port and answers nobody. Only Linux tells. */
export function isSuspended(pid: number): boolean {
  return /[Tt]/.test(processState(pid));
}

/** One letter of Linux; empty on other systems. */
function processState(pid: number): string {
  if (process.platform !== "linux") return "";
  try {
    return /^\d+ \(.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? "";
  } catch {
    // It ended in between, or this system hides it: the signal has said that it is there.
    return "";
  }
}

/** Whether the server's folder is this user's. Who owns it chooses the token and where calls go. */
export function isOwnFolder({ folder }: ServerPlaces): boolean {
  try {
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
    return owner === undefined || process.getuid === undefined || owner === process.getuid();
  } catch {
    // Nothing can be there: who writes to it reports why.
    return true;
  }
}

export function foreignFolder(folder: string): WhetstoneError {
  return new WhetstoneError("not_allowed", `${folder} belongs to another user`, {
    next: "set WHETSTONE_DATA_DIR to a folder of your own",
    values: { folder },
  });
}

/** Undefined when there is no valid token: `ensureToken` makes a new one, and reports if it cannot. */
export function readToken(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8").trim();
    return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A few thousand lines, which is enough for `doctor`. */
const lossesMaxBytes = 131_072;

/**
 * Notes a call that was given up, for `doctor`: its caller fails open without a message. `event` is what the
 * agent reported.
 */
export function noteServerLoss({ lost }: ServerPlaces, route: string, reason: string, event?: string): void {
  if ((statSync(lost, { throwIfNoEntry: false })?.size ?? 0) > lossesMaxBytes) return;
  const line = { at: new Date().toISOString(), route, reason: reason.slice(0, 500), event };
  appendFileSync(lost, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** The name of an agent's event, as its payload gives it; undefined for another call. */
export function eventOf(payload: unknown): string | undefined {
  const { hook_event_name: event, hook = event } = Object(payload) as Readonly<Record<string, unknown>>;
  return typeof hook === "string" ? hook.slice(0, 60) : undefined;
}
