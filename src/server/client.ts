import { statSync } from "node:fs";
import type { Variables } from "../config/environment.js";
import { makeFolder } from "../files/make-folder.js";
import type { ServerPlaces } from "../project/server-places.js";
import { startInBackground } from "./background.js";
import { exchange } from "./exchange.js";
import { hungAfterMs, isMarkedHung, isTimeToReplace, markHung } from "./hung-server.js";
import { placesIn, type RunningServer, runningServer } from "./running-server.js";
import {
  eventOf,
  isOwnFolder,
  isProcess,
  noteServerLoss,
  readState,
  type ServerState,
} from "./server-files.js";
import { isForSocket } from "./server-socket.js";

export interface CallOptions {
  /** For the whole call, including the start of the server. */
  readonly budgetMs: number;
  readonly env: Variables;
  /** The version of the caller; an older server is replaced. */
  readonly version: string;
  /** The command line, such as node and main.cjs, that starts a server; without it none is started. */
  readonly command?: readonly string[];
  /** A person waits for the answer and sees a failure, so it is not noted as a loss. */
  readonly trial?: boolean;
}

export interface Answer {
  readonly status: number;
  /** JSON, or the text as it is when it is not JSON; undefined for an empty answer. */
  readonly body: unknown;
}

/** The pause between two checks whether the server is up. */
const lookAgainMs = 15;

/** Asks the local server. Undefined when no answer came within the budget. Never throws: agents go on. */
export function callServer(route: string, body: unknown, options: CallOptions): Promise<Answer | undefined> {
  return callWithText(route, JSON.stringify(body), options);
}

/** The same with a body that is already JSON. */
export async function callWithText(
  route: string,
  text: string,
  options: CallOptions,
): Promise<Answer | undefined> {
  try {
    const places = await placesIn(options.env);
    if (!isOwnFolder(places)) return undefined;
    const result = await answerOrReason(places, route, text, options);
    if (typeof result !== "string") return result;
    if (options.trial !== true) noteServerLoss(places, route, result, eventName(text));
  } catch {
    // The agent must not suffer from it; `doctor` finds the cause.
  }
  return undefined;
}

/** Undefined also for a payload that is not JSON: its loss is noted all the same. */
function eventName(text: string): string | undefined {
  try {
    return eventOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Notes a call whose payload could not be read. Never throws. */
export async function noteUnsent(route: string, reason: string, env: Variables): Promise<void> {
  try {
    const places = await placesIn(env);
    makeFolder(places.folder);
    noteServerLoss(places, route, reason);
  } catch {
    // `doctor` checks whether this folder can be written.
    return;
  }
}

/** The answer, or why there is none. */
async function answerOrReason(
  places: ServerPlaces,
  route: string,
  body: string,
  options: CallOptions,
): Promise<Answer | string> {
  const { budgetMs, env, command } = options;
  const until = Date.now() + budgetMs;
  const left = () => until - Date.now();
  let started = false;
  while (left() > 0) {
    const running = runningServer(places);
    if (running !== undefined && isMarkedHung(places, running.state)) return givenUp(places, options);
    const waitMs = left();
    const got = running === undefined ? undefined : await askRunning(running, route, body, options, waitMs);
    if (got !== undefined && "answer" in got) return got.answer;
    if (got !== undefined && "lost" in got) {
      const mayHang = got.lost === "timeout" && waitMs >= hungAfterMs;
      if (running !== undefined && mayHang) await replaceHung(places, running.state, options);
      return got.lost;
    }
    if (command === undefined) return "not running";
    if (failedLately(places)) return "the server could not start";
    // No server, or one that does not listen: the new server finds out whether to take its place.
    if (!started && got?.stopping !== true) {
      const gone = readState(places.state);
      started = await startInBackground(command, places, env);
      if (started && gone !== undefined && !isProcess(gone.pid)) noteCrash(places, gone);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(lookAgainMs, Math.max(0, left()))));
  }
  return "did not start in time";
}

/** The first call that waited in vain: others need not, and a new server takes the place of this one. */
async function replaceHung(
  places: ServerPlaces,
  state: ServerState,
  { command, env }: CallOptions,
): Promise<void> {
  markHung(places, state);
  if (command !== undefined) await startInBackground(command, places, env);
}

async function givenUp(places: ServerPlaces, { command, env }: CallOptions): Promise<string> {
  if (command !== undefined && isTimeToReplace(places)) await startInBackground(command, places, env);
  return "the server did not answer an earlier call";
}

/**
 * A server that stops removes its file; the file of a killed or crashed one stays, and its memory is lost.
 */
function noteCrash(places: ServerPlaces, { pid }: ServerState): void {
  noteServerLoss(places, "server", `server process ${pid} crashed; started a new one`);
}

/** Back off after a failed start: every call of an agent would wait for nothing. */
const failureLastsMs = 60_000;

function failedLately({ failure }: ServerPlaces): boolean {
  const failed = statSync(failure, { throwIfNoEntry: false });
  return failed !== undefined && Date.now() - failed.mtimeMs < failureLastsMs;
}

type Asked = { readonly answer: Answer } | { readonly lost: string } | { readonly stopping: boolean };

/** An older server is asked to stop instead. */
async function askRunning(
  { state: { address, port, version: its, proves }, token, socket }: RunningServer,
  route: string,
  body: string,
  { version, command }: CallOptions,
  timeoutMs: number,
): Promise<Asked> {
  const provenBy = proves === true ? token : undefined;
  const to = { address, port, method: "POST", token, provenBy, timeoutMs } as const;
  if (command !== undefined && version !== its && isNewerVersion(version, its)) {
    const stopped = await exchange({ ...to, path: "/v1/shutdown", body: "{}" });
    return { stopping: "status" in stopped };
  }
  const path = `/v1/${route}`;
  const got = await exchange({ ...to, path, body, ...(isForSocket(path) ? { socket } : {}) });
  if ("failed" in got) return got.failed === "refused" ? { stopping: false } : { lost: got.failed };
  return isStopping(got) ? { stopping: true } : { answer: parsedAnswer(got) };
}

/** By their numbers. A version without numbers, as of unbuilt sources, is never newer. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [versionNumbers(version), versionNumbers(than)];
  if (a === undefined || b === undefined) return false;
  const place = a.findIndex((number, index) => number !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}

/** A release comes after its own previews: 1.2.0-rc.1, 1.2.0. */
function versionNumbers(version: string): readonly number[] | undefined {
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-[a-z]{0,20}\.?(\d{1,9})?)?/i.exec(version);
  if (parts === null) return undefined;
  const preview = version.includes("-") ? Number(parts[4] ?? 0) : Number.POSITIVE_INFINITY;
  return [Number(parts[1]), Number(parts[2]), Number(parts[3]), preview];
}

/** The answer of a server that is shutting down: nothing was done, and the next one can be asked. */
function isStopping({ status, body }: { readonly status: number; readonly body: string }): boolean {
  return status === 503 && body.includes('"code":"closed"');
}

function parsedAnswer({ status, body }: { readonly status: number; readonly body: string }): Answer {
  if (body === "") return { status, body: undefined };
  try {
    return { status, body: JSON.parse(body) };
  } catch {
    return { status, body };
  }
}
