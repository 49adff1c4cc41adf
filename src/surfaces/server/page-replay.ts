import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { errorAnswer } from "./error-answer.js";
import { programAside } from "./program-aside.js";

export interface ReplayWish {
  readonly root: string;
  readonly env: Variables;
  readonly set: readonly string[];
  readonly since: string | undefined;
  /** Ends the program: nobody waits for its answer any more. */
  readonly signal: AbortSignal;
}

/**
 * A replay folds the whole log twice, in one go: here it would keep hooks waiting, so the command does it in a
 * process of its own. Lines of JSON: how far it has come, and in the end its answer.
 */
export function replayAside({ root, env, set, since, signal }: ReplayWish): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      const send = (line: unknown) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      try {
        send({ answer: await replayed({ root, env, set, since, signal }, send) });
      } catch (error) {
        if (!signal.aborted) send({ answer: errorAnswer(error).body });
      } finally {
        if (!signal.aborted) controller.close();
      }
    },
  });
}

async function replayed(
  { root, env, set, since, signal }: ReplayWish,
  send: (line: unknown) => void,
): Promise<unknown> {
  const args = [...set.map((each) => `--set=${each}`), ...(since === undefined ? [] : [`--since=${since}`])];
  const onLine = (line: string) => {
    const [, done, of] = /: (\d+) of (\d+)/.exec(line) ?? [];
    if (of !== undefined) send({ done: Number(done), of: Number(of) });
  };
  const said = await programAside({ args: ["replay", "--json", ...args], root, env, signal, onLine });
  try {
    return JSON.parse(said);
  } catch {
    throw new WhetstoneError("internal", "the replay ended without an answer", {
      next: `run 'whetstone replay --set ${set.join(" --set ")}' in ${root}`,
    });
  }
}
