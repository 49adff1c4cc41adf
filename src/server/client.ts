import { statSync } from "node:fs";
import { homeIn, type Variables } from "../config/environment.js";
import { makeFolder } from "../files/make-folder.js";
import { type ServerPlaces, serverPlaces } from "../project/server-places.js";
import { startInBackground } from "./background.js";
import { exchange } from "./exchange.js";
import { isNewer } from "./is-newer.js";
import { isProcess, noteLoss, readState, readToken, type ServerState } from "./server-files.js";

export interface CallOptions {
  /** For everything, the start of the server included. */
  readonly budgetMs: number;
  readonly env: Variables;
  /** The version of the caller: an older server is replaced. */
  readonly version: string;
  /**
   * How to call the command line, such as node and main.cjs, to start a server where none runs; without it,
   * none is started.
   */
  readonly command?: readonly string[];
  /** A person waits for the answer and hears of a failure: it is not noted as a loss. */
  readonly trial?: boolean;
}

export interface Answer {
  readonly status: number;
  /** The JSON that came, or the text if it was none; undefined if nothing came. */
  readonly body: unknown;
}

/** How long to wait before looking again whether the server is up. */
const lookAgainMs = 15;

/**
 * Asks the local server. Undefined when there was no answer within the budget. Never throws: an agent's work
 * goes on without us.
 */
export function callServer(route: string, body: unknown, options: CallOptions): Promise<Answer | undefined> {
  return callWithText(route, JSON.stringify(body), options);
}

/** The same with a body that is JSON already. */
export async function callWithText(
  route: string,
  text: string,
  options: CallOptions,
): Promise<Answer | undefined> {
  try {
    const places = await placesIn(options.env);
    const result = await attempt(places, route, text, options);
    if (typeof result !== "string") return result;
    if (options.trial !== true) noteLoss(places, route, result);
  } catch {
    // Whatever it is, it is not the agent's trouble; `doctor` finds it.
  }
  return undefined;
}

/** Notes a call that could not be made because of what was to be sent. Never throws either. */
export async function noteUnsent(route: string, reason: string, env: Variables): Promise<void> {
  try {
    const places = await placesIn(env);
    makeFolder(places.folder);
    noteLoss(places, route, reason);
  } catch {
    // A folder that cannot be written is what `doctor` looks for itself.
    return;
  }
}

async function placesIn(env: Variables): Promise<ServerPlaces> {
  const home = homeIn(env) ?? (await import("node:os")).homedir();
  return serverPlaces({ env, platform: process.platform, home });
}

/** The answer, or why there is none. */
async function attempt(
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
    const got = running === undefined ? undefined : await ask(running, route, body, options, left());
    if (got !== undefined && "answer" in got) return got.answer;
    if (got !== undefined && "lost" in got) return got.lost;
    if (command === undefined) return "not running";
    if (failedLately(places)) return "the server could not start";
    // Nobody there, or nobody who listens: whoever starts finds out whether to take its place.
    if (!started && got?.leaving !== true) {
      const gone = readState(places.state);
      started = await startInBackground(command, places, env);
      if (started && gone !== undefined) noteCrash(places, gone);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(lookAgainMs, Math.max(0, left()))));
  }
  return "did not start in time";
}

/**
 * A server that leaves takes its file along; one that was killed or crashed cannot, and what it remembered is
 * lost.
 */
function noteCrash(places: ServerPlaces, { pid }: ServerState): void {
  noteLoss(places, "server", `process ${pid} ended without a word, and another was started`);
}

/** For so long nobody tries again what just failed: every call of an agent would wait for nothing. */
const failureLastsMs = 60_000;

function failedLately({ failure }: ServerPlaces): boolean {
  const failed = statSync(failure, { throwIfNoEntry: false });
  return failed !== undefined && Date.now() - failed.mtimeMs < failureLastsMs;
}

interface Running {
  readonly state: ServerState;
  readonly token: string;
}

function runningServer(places: ServerPlaces): Running | undefined {
  const state = readState(places.state);
  const token = readToken(places.token);
  return state !== undefined && token !== undefined && isProcess(state.pid) ? { state, token } : undefined;
}

type Asked = { readonly answer: Answer } | { readonly lost: string } | { readonly leaving: boolean };

/** An older server is asked to leave instead. */
async function ask(
  { state: { address, port, version: its }, token }: Running,
  route: string,
  body: string,
  { version, command }: CallOptions,
  timeoutMs: number,
): Promise<Asked> {
  const to = { address, port, method: "POST", token, timeoutMs } as const;
  if (command !== undefined && version !== its && isNewer(version, its)) {
    const told = await exchange({ ...to, path: "/v1/shutdown", body: "{}" });
    return { leaving: "status" in told };
  }
  const got = await exchange({ ...to, path: `/v1/${route}`, body });
  if ("failed" in got) return got.failed === "refused" ? { leaving: false } : { lost: got.failed };
  return isLeaving(got) ? { leaving: true } : { answer: answerOf(got) };
}

/** Told by a server that is on its way out: nothing was done, and the next one can be asked. */
function isLeaving({ status, body }: { readonly status: number; readonly body: string }): boolean {
  return status === 503 && body.includes('"code":"closed"');
}

function answerOf({ status, body }: { readonly status: number; readonly body: string }): Answer {
  if (body === "") return { status, body: undefined };
  try {
    return { status, body: JSON.parse(body) };
  } catch {
    return { status, body };
  }
}
