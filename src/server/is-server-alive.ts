import { exchange } from "./exchange.js";
import { isProcess, type ServerState } from "./server-files.js";

/** A server that is busy with a large project answers late; it is given up only after this time. */
const patienceMs = 5_000;
const askMs = 1_000;

/** Whether the server that the file names is alive: the same start, not another program at its port. */
export async function isServerAlive(state: ServerState, token: string): Promise<boolean> {
  const until = Date.now() + patienceMs;
  while (isProcess(state.pid)) {
    const { address, port } = state;
    const answer = await exchange({
      address,
      port,
      method: "GET",
      path: "/healthz",
      token,
      timeoutMs: askMs,
    });
    if ("status" in answer) return answer.status === 200 && idIn(answer.body) === state.id;
    if (answer.failed === "refused" || Date.now() > until) return false;
  }
  return false;
}

function idIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}
