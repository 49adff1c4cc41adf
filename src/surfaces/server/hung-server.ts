import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type { ServerPlaces } from "../../base/project/server-places.js";
import { isProcess, noteServerLoss, type ServerState } from "./server-files.js";

/** A server that got so much time for one call and did not answer may hang. */
export const hungAfterMs = 1_000;
/** How often calls look whether it has been replaced. */
const againAfterMs = 30_000;

/**
 * Notes that a server did not answer, so that only one call waits for it in vain: the next ones are given up
 * at once, until another server runs or this one says that it is well.
 */
export function markHung({ hung }: ServerPlaces, { id }: ServerState): void {
  writeFileSync(hung, id, { mode: 0o600 });
}

export function isMarkedHung({ hung }: ServerPlaces, { id }: ServerState): boolean {
  try {
    return readFileSync(hung, "utf8") === id;
  } catch {
    // Without the mark nobody has found it hung.
    return false;
  }
}

/** True once in a while: the caller then starts a server, which takes the place of one that hangs. */
export function isTimeToReplace({ hung }: ServerPlaces): boolean {
  const marked = statSync(hung, { throwIfNoEntry: false });
  const now = Date.now();
  if (marked === undefined || now - marked.mtimeMs < againAfterMs) return false;
  utimesSync(hung, now / 1_000, now / 1_000);
  return true;
}

/** The server itself is well, or another one has taken its place. */
export function clearHung(places: ServerPlaces): void {
  rmSync(places.hung, { force: true });
}

/**
 * Ends a server that does not answer: it holds the port to which agents post. Everything stored is safe. False
 * where its process is not one of a server.
 */
export async function endHung(places: ServerPlaces, { pid }: ServerState): Promise<boolean> {
  if (!isServerProcess(pid)) return false;
  process.kill(pid, "SIGKILL");
  // Its port is free at once; its number stays taken until its parent notices, which may be never.
  for (let look = 0; look < 100 && isProcess(pid); look += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  noteServerLoss(places, "server", `server process ${pid} did not answer and was ended`);
  return true;
}

/** By now another program of this user may have the number. Only Linux tells without starting a program. */
function isServerProcess(pid: number): boolean {
  if (!isProcess(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes("serve");
  } catch {
    return process.platform === "darwin";
  }
}
