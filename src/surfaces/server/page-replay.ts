import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { errorAnswer } from "./error-answer.js";

export interface ReplayWish {
  readonly root: string;
  readonly env: Variables;
  readonly set: readonly string[];
  readonly since: string | undefined;
  /** Ends the program: nobody waits for its answer any more. */
  readonly signal: AbortSignal;
}

/** Whoever waits for a hook comes first. */
const lowPriority = 10;

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
  const child = spawn(process.execPath, [programOf(), "replay", "--json", ...args], {
    cwd: root,
    env,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.on("error", () => undefined);
  if (child.pid !== undefined) setPriority(child.pid, lowPriority);
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [, done, of] = /: (\d+) of (\d+)/.exec(line) ?? [];
    if (of !== undefined) send({ done: Number(done), of: Number(of) });
  });
  const said = await text(child.stdout);
  try {
    return JSON.parse(said);
  } catch {
    throw new WhetstoneError("internal", "the replay ended without an answer", {
      next: `run 'whetstone replay --set ${set.join(" --set ")}' in ${root}`,
    });
  }
}

/** The command line of this package: beside the server, or from the sources in dist/. */
function programOf(below: string = dirname(import.meta.filename)): string {
  const places = [join(below, "main.cjs"), join(below, "dist", "cli", "main.cjs")];
  const found = places.find((file) => existsSync(file));
  return found ?? (dirname(below) === below ? join(below, "main.cjs") : programOf(dirname(below)));
}
