import { appendFileSync, readFileSync, statSync } from "node:fs";
import type { ServerPlaces } from "../project/server-places.js";

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
  const { id, address, port, pid, version, startedAt } = value as Partial<Record<keyof ServerState, unknown>>;
  if (typeof id !== "string" || typeof address !== "string" || typeof version !== "string") return undefined;
  if (typeof port !== "number" || typeof pid !== "number" || typeof startedAt !== "string") return undefined;
  return { id, address, port, pid, version, startedAt };
}

/** A server whose process is gone is not called: another program may have its port. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
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

/** Notes a call that was given up, for `doctor`: its caller fails open without a message. */
export function noteServerLoss({ lost }: ServerPlaces, route: string, reason: string): void {
  if ((statSync(lost, { throwIfNoEntry: false })?.size ?? 0) > lossesMaxBytes) return;
  const line = { at: new Date().toISOString(), route, reason: reason.slice(0, 500) };
  appendFileSync(lost, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
