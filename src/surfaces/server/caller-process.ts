import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { titleOf } from "../../agents/agents.js";
import { agentIn } from "../../base/config/environment.js";

/** The two ports of a connection on this machine. */
export interface Connection {
  readonly callerPort: number;
  readonly ownPort: number;
}

export function connectionOf({ socket }: IncomingMessage): Connection {
  return { callerPort: socket.remotePort ?? 0, ownPort: socket.localPort ?? 0 };
}

/**
 * The coding agent that the caller of this connection belongs to, by the marks in the environment of its process
 * and of those that started it. Undefined where none is found, and on systems that do not show processes: a
 * program that takes pains to hide its descent is not found.
 */
export function agentBehind(connection: Connection, proc = "/proc"): string | undefined {
  const socket = socketOf(connection, proc);
  const caller = socket === undefined ? undefined : processWith(socket, proc);
  for (let pid = caller, steps = 0; pid !== undefined && pid > 1 && steps < mostAncestors; steps += 1) {
    const agent = agentIn(environmentOf(pid, proc));
    if (agent !== undefined) return titleOf(agent);
    pid = parentPid(pid, proc);
  }
  return undefined;
}

const mostAncestors = 64;

/** The number of the caller's end of the connection, in the tables that Linux keeps for each kind of address. */
function socketOf({ callerPort, ownPort }: Connection, proc: string): string | undefined {
  const port = (number: number) => `:${number.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const table of ["net/tcp", "net/tcp6"])
    for (const line of (readText(join(proc, table)) ?? "").split("\n")) {
      const [, local = "", remote = "", , , , , , , inode] = line.trim().split(/\s+/);
      if (local.endsWith(port(callerPort)) && remote.endsWith(port(ownPort))) return inode;
    }
  return undefined;
}

function processWith(inode: string, proc: string): number | undefined {
  const pids = namesIn(proc).filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    const folder = join(proc, pid, "fd");
    return namesIn(folder).some((fd) => linkTarget(join(folder, fd)) === `socket:[${inode}]`);
  });
  return found === undefined ? undefined : Number(found);
}

function environmentOf(pid: number, proc: string): Readonly<Record<string, string>> {
  const pairs = (readText(join(proc, String(pid), "environ")) ?? "").split("\0");
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, Math.max(0, pair.indexOf("="))), pair.slice(pair.indexOf("=") + 1)]),
  );
}

/** The program's name stands in round brackets and may hold anything. */
function parentPid(pid: number, proc: string): number | undefined {
  const [, parent] = /^\d+ \(.*\) \S+ (\d+)/s.exec(readText(join(proc, String(pid), "stat")) ?? "") ?? [];
  return parent === undefined ? undefined : Number(parent);
}

/** Processes come and go, and those of other users are closed: what cannot be read says nothing. */
function readText(file: string): string | undefined {
  return orUndefined(() => readFileSync(file, "utf8"));
}

function namesIn(folder: string): readonly string[] {
  return orUndefined(() => readdirSync(folder)) ?? [];
}

function linkTarget(file: string): string | undefined {
  return orUndefined(() => readlinkSync(file));
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
