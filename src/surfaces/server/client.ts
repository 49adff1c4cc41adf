import { statSync } from "node:fs";
import type { Variables } from "../../base/config/environment.js";
import { makeFolder } from "../../base/files/make-folder.js";
import type { ServerPlaces } from "../../base/project/server-places.js";
import type { Build } from "../../base/version.js";
import { startInBackground } from "./background.js";
import { exchange } from "./exchange.js";
import { endHung, hungAfterMs, isMarkedHung, isTimeToReplace, markHung } from "./hung-server.js";
import { isSuperseded } from "./is-superseded.js";
import { placesIn, type RunningServer, runningServer } from "./running-server.js";
import {
  eventOf,
  isOwnFolder,
  isProcess,
  isSuspended,
  noteServerLoss,
  readState,
  type ServerState,
} from "./server-files.js";
import { isForSocket } from "./server-socket.js";

/** Of the caller's own build: a server that it supersedes is replaced. */
export interface CallOptions extends Build {
  /** For the whole call, including the start of the server. */
  readonly budgetMs: number;
  readonly env: Variables;
  /** The command line, such as node and main.cjs, that starts a server; without it none is started. */
  readonly command?: readonly string[];
  /** A person waits for the answer and sees a failure, so it is not noted as a loss. */
  readonly trial?: boolean;
  /** How much of the budget is for the start of a server; by default all of it. */
  readonly startMs?: () => number;
  /** What is answered where no server does; undefined if nothing is, which is then a loss. */
  readonly instead?: (missing: Missing) => Promise<Answer | undefined>;
}

/** Why no server answered, and how much of the budget is left. */
export interface Missing {
  readonly reason: string;
  readonly leftMs: number;
}

/** The reason why a call has no answer while a server is on its way. */
export const notStarted = "did not start in time";

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
    const until = Date.now() + options.budgetMs;
    const result = await answerOrReason(places, route, text, options);
    if (typeof result !== "string") return result;
    const other = await options.instead?.({ reason: result, leftMs: until - Date.now() });
    if (other !== undefined) return other;
    if (options.trial !== true) noteServerLoss(places, route, result, eventName(text));
  } catch {
    // The agent must not suffer from it; `doctor` finds the cause.
  }
  return undefined;
}

/** What an agent reported; undefined also for a payload that is not JSON: its loss is noted all the same. */
export function eventName(text: string): string | undefined {
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
  const { budgetMs, env, command, startMs = () => budgetMs } = options;
  const until = Date.now() + budgetMs;
  const left = () => until - Date.now();
  let started = false;
  while (left() > 0) {
    const running = runningServer(places);
    // A suspended one would answer no earlier: the call starts another, and waits for that.
    if (running !== undefined && command !== undefined && isSuspended(running.state.pid))
      if (await endHung(places, running.state)) continue;
    if (running !== undefined && isMarkedHung(places, running.state)) return givenUp(places, options);
    if (running !== undefined && left() > budgetMs * keptForOlder && mayReplace(places, running, options)) {
      // It goes on until the new one can take its place, and is asked if that does not come in time.
      await startInBackground(command ?? [], places, env);
      await pause(left());
      continue;
    }
    const waitMs = left();
    const got = running === undefined ? undefined : await askRunning(running, route, body, waitMs);
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
    if (left() <= budgetMs - startMs()) break;
    await pause(left());
  }
  return notStarted;
}

/** The part of a call's time that is kept to ask the server that runs, where a newer one does not come up. */
const keptForOlder = 1 / 4;

function mayReplace(
  places: ServerPlaces,
  { state }: RunningServer,
  { command, version, build, builtAt }: CallOptions,
): boolean {
  if (command === undefined || failedLately(places)) return false;
  return isSuperseded(state, { version, build, builtAt, program: command[1] });
}

function pause(leftMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(lookAgainMs, Math.max(0, leftMs))));
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

async function askRunning(
  { state: { address, port, proves }, token, socket }: RunningServer,
  route: string,
  body: string,
  timeoutMs: number,
): Promise<Asked> {
  const provenBy = proves === true ? token : undefined;
  const to = { address, port, method: "POST", token, provenBy, timeoutMs } as const;
  const path = `/v1/${route}`;
  const got = await exchange({ ...to, path, body, ...(isForSocket(path) ? { socket } : {}) });
  if ("failed" in got) return got.failed === "refused" ? { stopping: false } : { lost: got.failed };
  return isStopping(got) ? { stopping: true } : { answer: parsedAnswer(got) };
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
    // A refusal may come as plain text.
    return { status, body };
  }
}
