import { rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { loadHosts } from "../../agents/agent.js";
import { agents } from "../../agents/agents.js";
import { environmentFrom, type Variables } from "../../base/config/environment.js";
import { loadConfig } from "../../base/config/load.js";
import type { Config } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { replaceFile } from "../../base/files/replace-file.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { version } from "../../base/version.js";
import { findProject } from "../../verbs/open/find-project.js";
import type { LocalServer, Reason } from "./local-server.js";
import { noteServerLoss } from "./server-files.js";
import { type Started, type StartOptions, startServer } from "./start-server.js";

export interface ServeOptions {
  /** The folder whose settings are the server's own; projects have theirs. */
  readonly start: string;
  readonly env: Variables;
  readonly set: readonly string[];
  /** Started by a hook: gives way to another server quietly, and stops when it is idle. */
  readonly background: boolean;
  readonly address: string | undefined;
  readonly port: number | undefined;
  readonly names: readonly string[];
  /** In milliseconds; 0 is never. */
  readonly idleMs: number | undefined;
  /** The file of this program. */
  readonly program: string;
  readonly onListening: (server: LocalServer, tokenFile: string) => void;
}

/** Serves until it is stopped, is idle for too long, or another server took its place. */
export async function serve(options: ServeOptions): Promise<Reason | "other"> {
  const { env, background } = options;
  if (background && isWorkingFolderDeleted()) return "other";
  const home = environmentFrom(env).home ?? homedir();
  const places = serverPlaces({ env, platform: process.platform, home });
  const started = await startServer({
    ...startOptions(options),
    ...(background ? { isDeserted: isWorkingFolderDeleted } : {}),
    hosts: await loadHosts(agents),
    places,
  }).catch((error: Error) => {
    if (background) noteFailedStart(places, error);
    throw error;
  });
  if ("other" in started) return giveWay(started, background);
  rmSync(places.failure, { force: true });
  const { mine } = started;
  // Its output is not shown: `doctor` reports a crash, and the next hook starts another server.
  process.once("uncaughtExceptionMonitor", (error) =>
    noteServerLoss(places, "server", `it crashed: ${error.message}`),
  );
  const end = () => void mine.stop();
  process.once("SIGINT", end).once("SIGTERM", end);
  options.onListening(mine, places.token);
  return mine.ended;
}

/** A hook starts the server in the server's own folder, which may be deleted while it starts or runs. */
function isWorkingFolderDeleted(): boolean {
  try {
    return statSync(".").nlink === 0;
  } catch {
    return true;
  }
}

function startOptions(options: ServeOptions): Omit<StartOptions, "places" | "hosts"> {
  const { env, background, address, port, names, program } = options;
  const { server: settings } = settingsFor(options);
  const idleMs = options.idleMs ?? (background ? settings.idleMs : 0);
  const own = { settings, env, version, address, port, names, program };
  return { ...own, idleMs: idleMs === 0 ? undefined : idleMs };
}

/** A settings file above its folder that cannot be followed must not keep a server from every project. */
function settingsFor({ start, env, set, background }: ServeOptions): Config {
  try {
    return findProject({ start, env, set, byLastSettings: background }).loaded.config;
  } catch (error) {
    if (!background || !(error instanceof WhetstoneError) || error.code !== "invalid_config") throw error;
    return loadConfig({ env, set }).config;
  }
}

function giveWay({ other }: Extract<Started, { readonly other: unknown }>, background: boolean): "other" {
  if (background) return "other";
  const { address, port, version: its, pid } = other;
  throw new WhetstoneError(
    "invalid_usage",
    `a server runs already: ${address}:${port}, version ${its}, process ${pid}`,
    {
      next: "use that one, or stop it with 'whetstone serve --stop'",
      values: { ...other },
    },
  );
}

/** The output of a server in the background is not shown. */
function noteFailedStart(places: StartOptions["places"], error: Error): void {
  makeFolder(places.folder);
  rmSync(places.starting, { force: true });
  replaceFile(places.failure, `${JSON.stringify({ at: new Date().toISOString(), reason: error.message })}\n`);
}
