import { configInForce, type ReadableProject } from "./readable-project.js";

export interface Unmeasured {
  readonly durationMs: number;
  readonly summary: string;
}

/**
 * What stands for a duration that nobody measured: the shortest that counts as neither fast nor slow, so that
 * it speaks neither for nor against the work. The summary says so in the log: a made-up number must be known
 * as one.
 */
export async function unmeasuredDuration(project: ReadableProject): Promise<Unmeasured> {
  const { outcomes } = await configInForce(project);
  return {
    durationMs: outcomes.fastBelowMs,
    summary: "The duration was not measured; a neutral one stands for it.",
  };
}
