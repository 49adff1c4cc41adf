import { statSync } from "node:fs";

/** Of one installation: its files may come one after the other, and the first start may find half of them. */
const tries = 3;

/**
 * Looks whether the program of this server is another file by now, as after an update, and has it started: it
 * takes the place of this server. Agents that post their events could not start it.
 */
export function successorOf(program: string, start: () => Promise<boolean>): () => Promise<void> {
  const own = stampOf(program);
  let tried = { stamp: own, count: 0 };
  return async () => {
    const stamp = stampOf(program);
    if (stamp === undefined || stamp === own) return;
    if (tried.stamp !== stamp) tried = { stamp, count: 0 };
    if (tried.count < tries && (await start())) tried.count += 1;
  };
}

/** Undefined while there is none. */
function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.ino}/${found.mtimeMs}/${found.size}`;
}
