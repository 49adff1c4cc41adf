import { posix, win32 } from "node:path";
import { absolute, type PlacesInput, userDataFolder } from "./places.js";

/** The files by which programs of one user find the local server. All paths are absolute. */
export interface ServerPlaces {
  readonly folder: string;
  /** Which server runs, and at which port. */
  readonly state: string;
  /** The secret that a caller must show; only its owner can read the file. */
  readonly token: string;
  /** Why the last start failed; deleted by the next successful one. */
  readonly failure: string;
  /** Exists while a server is being started. */
  readonly starting: string;
  /** Calls that hooks gave up. */
  readonly lost: string;
  /** The server that did not answer. */
  readonly hung: string;
  /** In which project each session of an agent began. */
  readonly sessions: string;
  /** Who has signed in at the pages, as digests. */
  readonly signIns: string;
}

/** Beside the projects' data: one server for each data folder. No project's key begins with a dot. */
export function serverPlaces({
  env,
  platform,
  home,
}: Pick<PlacesInput, "env" | "platform" | "home">): ServerPlaces {
  const path = platform === "win32" ? win32 : posix;
  const folder = env.WHETSTONE_DATA_DIR
    ? path.join(absolute(env.WHETSTONE_DATA_DIR, path), ".server")
    : path.join(userDataFolder(env, platform, home, path), "whetstone");
  return {
    folder,
    state: path.join(folder, "server.json"),
    token: path.join(folder, "server.token"),
    failure: path.join(folder, "server.failed.json"),
    starting: path.join(folder, "server.starting"),
    lost: path.join(folder, "server.lost"),
    hung: path.join(folder, "server.hung"),
    sessions: path.join(folder, "sessions"),
    signIns: path.join(folder, "server.sign-ins"),
  };
}
