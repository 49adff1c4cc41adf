import { readFileSync } from "node:fs";

/** What `server.json` says of the server that runs. */
export interface ServerState {
  /** Another one for each start: a port or process number can be somebody else's by now. */
  readonly id: string;
  /** Where a program on this machine reaches it. */
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
}

/**
 * Undefined when there is none, or none that can be read and understood: the next server puts its own there,
 * and says what keeps it from that.
 */
export function readState(file: string): ServerState | undefined {
  try {
    return stateOf(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function stateOf(value: unknown): ServerState | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, address, port, pid, version, startedAt } = value as Partial<Record<keyof ServerState, unknown>>;
  if (typeof id !== "string" || typeof address !== "string" || typeof version !== "string") return undefined;
  if (typeof port !== "number" || typeof pid !== "number" || typeof startedAt !== "string") return undefined;
  return { id, address, port, pid, version, startedAt };
}

/**
 * Whether a process of that number runs. A server whose process is gone is not asked: its port may be a
 * stranger's.
 */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
