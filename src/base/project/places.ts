import { posix, win32 } from "node:path";
import { WhetstoneError } from "../errors.js";

/** Every file and folder that Whetstone uses for a project. All paths are absolute. */
export interface Places {
  readonly root: string;
  readonly configFile: string;
  /** `.whetstone/` in the project: the link, exports and reports. Never the only copy of anything learned. */
  readonly folder: string;
  readonly reports: string;
  readonly link: string;
  /** Outside the working tree by default, so that `git clean -fdx` loses nothing. */
  readonly data: string;
  readonly database: string;
  readonly backups: string;
  readonly vectors: string;
  /** Downloaded models: one folder for all projects of the user, and the project's own older one. */
  readonly models: readonly [shared: string, own: string];
  readonly losses: string;
  /** When each coding agent last called. */
  readonly lastSeen: string;
  /** The last calls of each agent's thread. */
  readonly threads: string;
  /** What is known of this user's folders, of all projects. */
  readonly folders: string;
  /** Which projects this user shares by a hub, with the keys: among the user's settings, outside of every project. */
  readonly teams: string;
}

export interface PlacesInput {
  readonly key: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The user's home folder, used where the environment names no better place. */
  readonly home: string;
  /** The configured folder for data; relative to the root, or `~/…`. */
  readonly storeFolder?: string | undefined;
}

type UserInput = Pick<PlacesInput, "env" | "platform" | "home">;

/** `Places.folders`, which is the same for all projects. */
export function foldersPlace(input: UserInput): string {
  return besideProjects(input, "folders", input.platform === "win32" ? win32 : posix);
}

/** `Places.teams`, which is the same for all projects. */
export function teamsPlace(input: UserInput): string {
  return teamsFolder(input, input.platform === "win32" ? win32 : posix);
}

/** Where compiled code of the command line is kept: beside the projects, the same for all of them. */
export function codePlace(input: UserInput): string {
  return besideProjects(input, "code", input.platform === "win32" ? win32 : posix);
}

export function placesForProject(input: PlacesInput): Places {
  const path = input.platform === "win32" ? win32 : posix;
  const folder = path.join(input.root, ".whetstone");
  const data = path.join(dataFolder(input, path), input.key);
  return {
    root: input.root,
    configFile: path.join(input.root, "whetstone.json"),
    folder,
    reports: path.join(folder, "reports"),
    link: path.join(folder, "link.json"),
    data,
    database: path.join(data, "store.db"),
    backups: path.join(data, "backups"),
    vectors: path.join(data, "vectors", "patterns.lance"),
    models: [besideProjects(input, "models", path), path.join(data, "models")],
    losses: path.join(data, "lost"),
    lastSeen: path.join(data, "heard"),
    threads: path.join(data, "threads"),
    folders: besideProjects(input, "folders", path),
    teams: teamsFolder(input, path),
  };
}

function dataFolder({ root, env, platform, home, storeFolder }: PlacesInput, path: typeof posix): string {
  if (storeFolder)
    return path.resolve(
      root,
      storeFolder.replace(/^~(?=$|[/\\])/, () => home),
    );
  if (env.WHETSTONE_DATA_DIR) return absolute(env.WHETSTONE_DATA_DIR, path);
  return path.join(userDataFolder(env, platform, home, path), "whetstone", "projects");
}

/** Beside the projects, even if this project's data is elsewhere. No project's key begins with a dot. */
function besideProjects({ env, platform, home }: UserInput, name: string, path: typeof posix): string {
  if (env.WHETSTONE_DATA_DIR) return path.join(absolute(env.WHETSTONE_DATA_DIR, path), `.${name}`);
  return path.join(userDataFolder(env, platform, home, path), "whetstone", name);
}

function teamsFolder({ env, platform, home }: UserInput, path: typeof posix): string {
  if (env.WHETSTONE_DATA_DIR) return path.join(absolute(env.WHETSTONE_DATA_DIR, path), ".teams");
  return path.join(userSettingsFolder(env, platform, home, path), "whetstone", "teams");
}

function userSettingsFolder(
  env: PlacesInput["env"],
  platform: string,
  home: string,
  path: typeof posix,
): string {
  if (platform === "win32") return env.APPDATA || path.join(home, "AppData", "Roaming");
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  const xdg = env.XDG_CONFIG_HOME;
  return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, ".config");
}

/** Where a user's programs keep their data. */
export function userDataFolder(
  env: PlacesInput["env"],
  platform: string,
  home: string,
  path: typeof posix,
): string {
  if (platform === "win32") return env.LOCALAPPDATA || path.join(home, "AppData", "Local");
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  // The XDG specification: a relative path in these variables is invalid and is ignored.
  const xdg = env.XDG_DATA_HOME;
  return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, ".local", "share");
}

/** A relative folder would mean another store in each current folder. */
export function absolute(folder: string, path: typeof posix): string {
  if (path.isAbsolute(folder)) return path.normalize(folder);
  throw new WhetstoneError("invalid_config", `WHETSTONE_DATA_DIR must be an absolute path, not '${folder}'`, {
    field: "WHETSTONE_DATA_DIR",
    next: "give the full path of the folder, or unset the variable",
    values: { WHETSTONE_DATA_DIR: folder },
  });
}
