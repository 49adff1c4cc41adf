import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import type { Check } from "../app/doctor.js";
import { environmentFrom, type Variables } from "../config/environment.js";
import { WhetstoneError } from "../errors.js";
import { type ServerPlaces, serverPlaces } from "../project/server-places.js";
import { exchange } from "./exchange.js";
import { isAlive } from "./is-alive.js";
import { isProcess, readState, type ServerState } from "./server-state.js";
import { readToken } from "./server-token-file.js";

export interface FoundServer {
  readonly places: ServerPlaces;
  /** Undefined when none runs. */
  readonly state: ServerState | undefined;
  readonly token: string;
}

/** The local server of this user, if one runs. Starts nothing. */
export async function findServer(env: Variables): Promise<FoundServer> {
  const home = environmentFrom(env).home ?? homedir();
  const places = serverPlaces({ env, platform: process.platform, home });
  const state = readState(places.state);
  const token = readToken(places.token) ?? "";
  return { places, token, state: state !== undefined && (await isAlive(state, token)) ? state : undefined };
}

/** Lets answers under way be finished, however long they take; after this the server is called stuck. */
const stopWithinMs = 30_000;

/** Stops the server that runs and waits until it is gone. Undefined when none ran. */
export async function stopServer(env: Variables): Promise<ServerState | undefined> {
  const { state, token } = await findServer(env);
  if (state === undefined) return undefined;
  const { address, port, pid } = state;
  await exchange({ address, port, method: "POST", path: "/v1/shutdown", token, body: "{}", timeoutMs: 5_000 });
  for (const until = Date.now() + stopWithinMs; Date.now() < until; ) {
    if (!isProcess(pid) || !(await isAlive(state, token))) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new WhetstoneError("busy", `the server (process ${pid}) does not leave`, {
    next: `wait for its work to end, or end the process ${pid}`,
    values: { pid },
  });
}

/** A few days: older ones say nothing about how it is now. */
const lostWithinMs = 3 * 86_400_000;

/** For `doctor`. That no server runs is no fault: hooks start one. */
export async function serverCheck(env: Variables, now: number): Promise<Check> {
  const { places, state } = await findServer(env);
  const failure = fieldsIn(readText(places.failure))?.reason;
  const running = state === undefined ? "not running, starts on demand" : describe(state);
  if (state === undefined && typeof failure === "string") {
    const next = "run 'whetstone serve' to see what is wrong";
    return { name: "server", state: "problem", detail: `the last start failed: ${failure}`, next };
  }
  const lost = lostSince(places.lost, now - lostWithinMs);
  if (lost.length === 0) return { name: "server", state: "ok", detail: running };
  const last = lost.at(-1);
  return {
    name: "server",
    state: "warning",
    detail: `${running}; ${lost.length} losses in the last days, the newest at ${last?.route}: ${last?.reason}`,
    next: "if this goes on, run 'whetstone serve' in a terminal and look whether it answers",
  };
}

function describe({ version, address, port, pid, startedAt }: ServerState): string {
  return `version ${version} at ${address}:${port}, process ${pid}, since ${startedAt}`;
}

function lostSince(file: string, since: number): readonly Record<string, unknown>[] {
  return readText(file)
    .split("\n")
    .map(fieldsIn)
    .filter((fields) => fields !== undefined)
    .filter(({ at }) => typeof at === "string" && Date.parse(at) >= since);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function fieldsIn(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
