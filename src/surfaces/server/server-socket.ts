import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ServerPlaces } from "../../base/project/server-places.js";
import { isProcess } from "./server-files.js";

/** Systems differ in how long the path of a socket may be, and some cut off what is longer in silence. */
const longestPath = 100;

/**
 * The socket at which the server with this process number answers hooks, besides its port. It needs
 * no proof: nobody else may look into the folder, and who can put a socket there can replace the token too.
 * Undefined where others may, where the path is too long, and on Windows, which has none in folders.
 */
export function socketOf({ folder }: ServerPlaces, pid: number): string | undefined {
  const path = join(folder, `server.${pid}.sock`);
  if (process.getuid === undefined || Buffer.byteLength(path) > longestPath) return undefined;
  const { uid, mode } = statSync(folder);
  return uid === process.getuid() && (mode & 0o077) === 0 ? path : undefined;
}

/** A server that stops removes its socket; those of killed ones stay. */
export function removeStaleSockets({ folder }: ServerPlaces): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^server\.(\d+)\.sock$/.exec(name) ?? [];
    const isStale = pid !== undefined && (Number(pid) === process.pid || !isProcess(Number(pid)));
    if (isStale) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Only events of agents. Whether a person or an agent signs in at the pages is known by the caller's port, and
 * commands are not passed on before the server has shown that it answers.
 */
export function isForSocket(url = ""): boolean {
  return url.startsWith("/v1/hooks/");
}
