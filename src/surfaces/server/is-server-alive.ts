import { exchange } from "./exchange.js";
import { isProcess, type ServerState } from "./server-files.js";

/** A server that is busy with a large project answers late; it is given up only after this time. */
export const patienceMs = 5_000;
const askMs = 1_000;

/** Whether the server that the file names is alive: the same start, not another program at its port. */
export async function isServerAlive(state: ServerState, token: string): Promise<boolean> {
  return (await serverHealth(state, token, patienceMs)) === "alive";
}

/** `hung`: its process exists and takes connections, but did not answer for as long as the caller waits. */
export async function serverHealth(
  state: ServerState,
  token: string,
  waitMs: number,
): Promise<"alive" | "gone" | "hung"> {
  const until = Date.now() + waitMs;
  while (isProcess(state.pid)) {
    const { address, port, proves } = state;
    const answer = await exchange({
      address,
      port,
      method: "GET",
      path: "/healthz",
      token,
      provenBy: proves === true ? token : undefined,
      timeoutMs: askMs,
    });
    if ("status" in answer) return answer.status === 200 && idIn(answer.body) === state.id ? "alive" : "gone";
    if (answer.failed === "refused") return "gone";
    if (Date.now() > until) return "hung";
  }
  return "gone";
}

function idIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { id?: unknown } | null)?.id;
  } catch {
    // Another program has the port.
    return undefined;
  }
}
