import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { serverPlaces } from "../../src/base/project/server-places.js";
import { type Answer, callServer } from "../../src/surfaces/server/client.js";
import { stopServer } from "../../src/surfaces/server/control.js";
import { isProcess, readState, type ServerState } from "../../src/surfaces/server/server-files.js";
import { patience, patientSettings } from "./patience.js";
import { tempFolder } from "./temp-folder.js";

const dist = join(import.meta.dirname, "../../dist");

/** A user whose hooks start a real server in the background. It is gone when the test ends. */
export function userInTemp(changes: Readonly<Record<string, string>> = {}, cli = join(dist, "cli/main.cjs")) {
  const home = tempFolder();
  const env = { PATH: process.env.PATH ?? "", HOME: home, ...patience, ...changes };
  const places = serverPlaces({ env, platform: process.platform, home });
  stoppedAtEnd(env);
  const root = join(home, "project");
  mkdirSync(join(root, ".git", "refs"), { recursive: true });
  writeFileSync(join(root, "whetstone.json"), JSON.stringify(patientSettings));
  const command = [process.execPath, cli];
  const call = (route: string, body: object = {}, version = "0.0.0"): Promise<Answer | undefined> =>
    callServer(route, { root, ...body }, { budgetMs: 600_000, env, version, command });
  return { home, env, places, root, command, call, state: () => readState(places.state), dist };
}

/** Stops the server of this home when the test ends: what it writes last is there before its folder is removed. */
export function stoppedAtEnd(env: Readonly<Record<string, string>>): void {
  onTestFinished(async () => gone(await stopServer(env)));
}

export async function gone(state: ServerState | undefined): Promise<void> {
  while (state !== undefined && isProcess(state.pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}
