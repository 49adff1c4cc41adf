import { homeIn, type Variables } from "../../base/config/environment.js";
import { type ServerPlaces, serverPlaces } from "../../base/project/server-places.js";
import { isProcess, readState, readToken, type ServerState } from "./server-files.js";
import { socketOf } from "./server-socket.js";

/** A server whose process is there, and the secret to show to it. */
export interface RunningServer {
  readonly state: ServerState;
  readonly token: string;
  /** For hooks. */
  readonly socket?: string | undefined;
}

/** Undefined when none runs. Whether it answers shows when it is asked. */
export function runningServer(places: ServerPlaces): RunningServer | undefined {
  const state = readState(places.state);
  const token = readToken(places.token);
  if (state === undefined || token === undefined || !isProcess(state.pid)) return undefined;
  return { state, token, socket: state.socket === true ? socketOf(places, state.pid) : undefined };
}

/** Where the server of this user is found. */
export async function placesIn(env: Variables): Promise<ServerPlaces> {
  const home = homeIn(env) ?? (await import("node:os")).homedir();
  return serverPlaces({ env, platform: process.platform, home });
}
