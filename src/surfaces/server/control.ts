import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { environmentFrom, type Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { isFolder } from "../../base/files/make-folder.js";
import { readIfThere } from "../../base/files/read-if-there.js";
import { nearestExisting, trialWrite } from "../../base/files/trial-write.js";
import { type ServerPlaces, serverPlaces } from "../../base/project/server-places.js";
import type { Build } from "../../base/version.js";
import { type Check, failedCheck } from "../../verbs/doctor/check.js";
import { callServer } from "./client.js";
import { askToStop } from "./exchange.js";
import { endHung } from "./hung-server.js";
import { isServerAlive, patienceMs, serverHealth } from "./is-server-alive.js";
import { fieldsOfJson, lostCallsCheck } from "./lost-calls.js";
import {
  foreignFolder,
  isOwnFolder,
  isProcess,
  readState,
  readToken,
  type ServerState,
} from "./server-files.js";

export interface FoundServer {
  readonly places: ServerPlaces;
  /** Undefined when none runs. */
  readonly state: ServerState | undefined;
  /** A server that takes calls and does not answer them. */
  readonly hung: ServerState | undefined;
  readonly token: string;
}

/** The local server of this user, if one runs. Starts nothing. */
export async function findServer(env: Variables): Promise<FoundServer> {
  const home = environmentFrom(env).home ?? homedir();
  const places = serverPlaces({ env, platform: process.platform, home });
  const isOwn = isOwnFolder(places);
  const state = isOwn ? readState(places.state) : undefined;
  const token = (isOwn ? readToken(places.token) : undefined) ?? "";
  const health = state === undefined ? "gone" : await serverHealth(state, token, patienceMs);
  return {
    places,
    token,
    state: health === "alive" ? state : undefined,
    hung: health === "hung" ? state : undefined,
  };
}

/** Time for answers in progress; after this the server is reported as stuck. */
const stopWithinMs = 30_000;

/**
 * Stops the server that runs and waits until it is gone. Undefined when none ran, or when it goes on because
 * projects other than that of the folder `unlessOthersThan` are open in it.
 */
export async function stopServer(
  env: Variables,
  unlessOthersThan?: string,
): Promise<ServerState | undefined> {
  const { state, token, hung, places } = await findServer(env);
  if (hung !== undefined) await endHung(places, hung);
  if (state === undefined) return hung;
  const { pid } = state;
  const told = await askToStop(state, token, unlessOthersThan);
  if ("body" in told && told.body.includes('"stopping":false')) return undefined;
  for (const until = Date.now() + stopWithinMs; Date.now() < until; ) {
    if (!isProcess(pid) || !(await isServerAlive(state, token))) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new WhetstoneError("busy", `the server (process ${pid}) does not stop`, {
    next: `wait for its work to end, or end the process ${pid}`,
    values: { pid },
  });
}

/** Of the caller's own build. */
export interface TrialOptions extends Build {
  readonly env: Variables;
  /** How to call the command line, to start a server where none runs. */
  readonly command: readonly string[];
  /** The project that is asked for. */
  readonly root: string;
}

/** A person waits for this one call, so a slow machine may take its time. */
const trialMs = 60_000;

/** For `doctor --server`: starts the server if none runs and asks it something, as a hook would. */
export async function tryServer({ root, ...options }: TrialOptions): Promise<Check> {
  const { places } = await findServer(options.env);
  // A failed start is tried again: the cause may be gone.
  rmSync(places.failure, { force: true });
  const began = Date.now();
  const answer = await callServer("status", { root }, { ...options, budgetMs: trialMs, trial: true });
  if (answer?.status === 200) {
    const { state } = await findServer(options.env);
    const running = state === undefined ? "it has stopped since" : serverText(state);
    return { name: "server", state: "ok", detail: `${running}; it answered after ${Date.now() - began} ms` };
  }
  const failure = fieldsOfJson(textOrEmpty(places.failure))?.reason;
  const answered =
    answer === undefined
      ? "it gave no answer"
      : `it answered with ${answer.status}: ${JSON.stringify(answer.body)}`;
  const reason = typeof failure === "string" ? `it cannot start: ${failure}` : answered;
  return {
    name: "server",
    state: "problem",
    detail: reason,
    next: "run 'whetstone serve' in a terminal to see what is wrong",
  };
}

/** For `doctor`. A server that does not run is fine: hooks start one. */
export async function serverCheck(env: Variables, now: number): Promise<Check> {
  const { places, state, hung } = await findServer(env);
  if (!isOwnFolder(places)) return failedCheck("server", foreignFolder(places.folder));
  if (hung !== undefined) {
    const detail = `it hangs: ${serverText(hung)}; tool calls go on unchecked`;
    return { name: "server", state: "problem", detail, next: "whetstone serve --stop" };
  }
  const unwritable = whyUnwritable(places.folder);
  if (unwritable !== undefined) {
    const next =
      "move away what is there, change the permissions, or set WHETSTONE_DATA_DIR to a folder you can write";
    return { name: "server", state: "problem", detail: `it cannot start: ${unwritable}`, next };
  }
  const failure = fieldsOfJson(textOrEmpty(places.failure))?.reason;
  if (state === undefined && typeof failure === "string") {
    const next = "run 'whetstone serve' to see what is wrong";
    return { name: "server", state: "problem", detail: `the last start failed: ${failure}`, next };
  }
  const running = state === undefined ? "not running, starts on demand" : serverText(state);
  return lostCallsCheck(places.lost, running, now) ?? { name: "server", state: "ok", detail: running };
}

function serverText({ version, address, port, pid, startedAt }: ServerState): string {
  return `version ${version} at ${address}:${port}, process ${pid}, since ${startedAt}`;
}

/** Callers find the server by its files in this folder. */
function whyUnwritable(folder: string): string | undefined {
  const nearest = nearestExisting(folder);
  try {
    if (!isFolder(nearest)) return `${nearest} is a file, not a folder`;
    if (nearest === folder) trialWrite(folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** One message. */
const serverFileBytes = 1_048_576;

function textOrEmpty(file: string): string {
  return readIfThere(file, { maxBytes: serverFileBytes })?.toString("utf8") ?? "";
}
