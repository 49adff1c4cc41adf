import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { ServerPlaces } from "../../base/project/server-places.js";
import { isServerAlive } from "./is-server-alive.js";
import { readState, type ServerState } from "./server-files.js";

/** Each round means that another server came or went in between; 20 in a row do not happen. */
const rounds = 20;

/**
 * Publishes a server that already listens, unless another one is published and alive. Every step is atomic in
 * the file system: a link is made only where no file is, and only one process can rename a file away.
 */
export async function publish(places: ServerPlaces, mine: ServerState, token: string): Promise<ServerState> {
  const draft = `${places.state}.${mine.id}.part`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (tryLink(draft, places.state)) return mine;
      const other = readState(places.state);
      if (other !== undefined && (await isServerAlive(other, token))) return other;
      takeAway(places.state, other, `${places.state}.${mine.id}.old`);
    }
    throw new Error(`${places.state} changes too fast`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Which server the file names. */
export function publishedServer(places: ServerPlaces, mine: ServerState): "mine" | "gone" | "other" {
  const known = readState(places.state);
  if (known === undefined) return "gone";
  return known.id === mine.id ? "mine" : "other";
}

/** Removes the file, if it still names this server. */
export function withdraw(places: ServerPlaces, mine: ServerState): void {
  if (publishedServer(places, mine) === "mine")
    takeAway(places.state, mine, `${places.state}.${mine.id}.old`);
}

/** Removes the file of a dead server. If another server has replaced it meanwhile, its file is put back. */
function takeAway(file: string, dead: ServerState | undefined, aside: string): void {
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (readState(aside)?.id !== dead?.id) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
