import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { ServerPlaces } from "../project/server-places.js";
import { isAlive } from "./is-alive.js";
import { readState, type ServerState } from "./server-files.js";

/** Each round means that another server came or went in between; so many in a row do not happen. */
const rounds = 20;

/**
 * Makes a server that listens already known to everyone, unless another one is. Every step is one that the
 * file system does whole: a link is made only where no file is, and a file that is renamed is in the hands of
 * exactly one process.
 */
export async function publish(places: ServerPlaces, mine: ServerState, token: string): Promise<ServerState> {
  const draft = `${places.state}.${mine.id}.part`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (tryLink(draft, places.state)) return mine;
      const other = readState(places.state);
      if (other !== undefined && (await isAlive(other, token))) return other;
      takeAway(places.state, other, `${places.state}.${mine.id}.old`);
    }
    throw new Error(`${places.state} changes too fast`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What the file says of this server. */
export function standing(places: ServerPlaces, mine: ServerState): "mine" | "gone" | "other" {
  const known = readState(places.state);
  if (known === undefined) return "gone";
  return known.id === mine.id ? "mine" : "other";
}

/** Takes the file away, if it still speaks of this server. */
export function withdraw(places: ServerPlaces, mine: ServerState): void {
  if (standing(places, mine) === "mine") takeAway(places.state, mine, `${places.state}.${mine.id}.old`);
}

/**
 * Removes the file of a server that is gone. Should another one have come in its place meanwhile, that is put
 * back.
 */
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
