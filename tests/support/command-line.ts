import { type MemoryIoOptions, memoryIo } from "../../src/base/terminal/memory-io.contract.js";
import { run } from "../../src/surfaces/cli/run.js";
import { tree } from "../../src/surfaces/cli/tree.js";
import { patience } from "./patience.js";

export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a test within a process cannot lose: only a machine that fails would show whether a commit was waited for. */
const unsynced = { WHETSTONE_STORE_SYNCHRONOUS: "normal" };

/** Calls the command line within this process. The home is the folder it is called in, unless `env` names one. */
export async function commandLine(
  args: readonly string[],
  { cwd, env, ...options }: MemoryIoOptions & { readonly cwd: string },
): Promise<Called> {
  const { io, written } = memoryIo({ cwd, env: { HOME: cwd, ...unsynced, ...patience, ...env }, ...options });
  const code = await run(args, { name: "whetstone", summary: "", version: "0.0.0", tree }, io);
  return { code, ...written };
}
