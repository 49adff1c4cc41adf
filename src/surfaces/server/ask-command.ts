import { statSync } from "node:fs";
import { build, version } from "../../base/version.js";
import type { CommandAnswer, CommandCall, NotHere } from "./command-call.js";
import type { Exchanged } from "./exchange.js";
import { isMarkedHung } from "./hung-server.js";
import { placesIn, runningServer } from "./running-server.js";
import { isOwnFolder } from "./server-files.js";

/** A server that runs shows within some milliseconds that it is one; a busy one is not waited for. */
const proofWithinMs = 300;

/**
 * What the server answered; `run-it` when it has not begun with it and never will, so the caller runs the
 * command itself; `lost` when it had begun and ended before it was done: nobody may run it a second time.
 */
export type Asked = CommandAnswer | "run-it" | "lost";

type Asking = Omit<CommandCall, "cwdIs">;

/** Asks the local server to run a command, if one of the same build runs. Starts none. */
export async function askCommand(call: Asking, withinMs = proofWithinMs): Promise<Asked> {
  // What goes wrong before it is sent, such as a folder that is not there, the command itself reports.
  const got = await sent(call, withinMs).catch(() => undefined);
  if (got === undefined) return "run-it";
  if ("failed" in got) return got.begun === true ? "lost" : "run-it";
  return got.status === 200 ? answerIn(got.body) : "run-it";
}

async function sent(call: Asking, timeoutMs: number): Promise<Exchanged | undefined> {
  const places = await placesIn(call.env);
  if (!isOwnFolder(places)) return undefined;
  const running = runningServer(places);
  if (running === undefined || isMarkedHung(places, running.state)) return undefined;
  const { state, token } = running;
  if (state.version !== version || state.build !== build) return undefined;
  // Only now: it loads what Node needs for a connection, in vain where no server runs.
  const { exchange } = await import("./exchange.js");
  return exchange({
    address: state.address,
    port: state.port,
    method: "POST",
    path: "/v1/command",
    token,
    provenBy: token,
    body: JSON.stringify({ ...call, cwdIs: identityOf(call.cwd) }),
    timeoutMs,
    patient: true,
  });
}

/** The same for two processes only if a path leads both to the same folder. */
export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}/${ino}`;
}

function answerIn(body: string): Asked {
  try {
    const answer = JSON.parse(body) as CommandAnswer | NotHere;
    return "notHere" in answer ? "run-it" : answer;
  } catch {
    // The server ended while it answered: whether the command was done is not known.
    return "lost";
  }
}
