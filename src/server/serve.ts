import { rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { findProject } from "../compose/find-project.js";
import { environmentFrom, type Variables } from "../config/environment.js";
import { WhetstoneError } from "../errors.js";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";
import { loadHosts } from "../hosts/agent.js";
import { agents } from "../hosts/agents.js";
import { serverPlaces } from "../project/server-places.js";
import { version } from "../version.js";
import type { RunCommand } from "./command-call.js";
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
  readonly commands: RunCommand;
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
  const { start, env, set, background, address, port, names, commands } = options;
  const { server: settings } = findProject({ start, env, set }).loaded.config;
  const idleMs = options.idleMs ?? (background ? settings.idleMs : 0);
  const own = { settings, env, version, address, port, names, commands };
  return { ...own, idleMs: idleMs === 0 ? undefined : idleMs };
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
