import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stoppedAtEnd } from "./background-server.js";
import { type Called, commandLine } from "./command-line.js";
import { patience } from "./patience.js";
import { type Answer, talk } from "./talk.js";
import { tempFolder } from "./temp-folder.js";

const main = join(import.meta.dirname, "../../dist/cli/main.cjs");

interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Member {
  readonly home: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly main: string;
  /** Calls the command line within this process. */
  run(args: readonly string[], options?: RunOptions): Promise<Called>;
  /** The answer of a command with --json, which must succeed. */
  json(args: readonly string[], options?: { readonly input?: string }): Promise<Record<string, unknown>>;
  /** At a terminal of its own; each answer is typed once its question stands on the screen. */
  atTerminal(
    args: string,
    answers?: readonly Answer[],
  ): Promise<{ readonly screen: string; readonly code: number | null }>;
  /** A file with a key, in the member's home. */
  keyFile(key: string): string;
}

/** Somebody with a machine of their own: a home, a project and the built program, for what runs at a terminal. */
export function memberInTemp(name: string): Member {
  const home = tempFolder();
  const root = join(home, "project");
  mkdirSync(join(root, ".git", "refs"), { recursive: true });
  const env = { PATH: process.env.PATH ?? "", HOME: home, USER: name, ...patience };
  stoppedAtEnd(env);
  const run: Member["run"] = (args, { input, env: more } = {}) =>
    commandLine(args, { cwd: root, env: { ...env, ...more }, stdin: input ?? "" });
  return {
    home,
    root,
    env,
    main,
    run,
    json: async (args, options) => {
      const { code, stdout, stderr } = await run([...args, "--json"], options);
      if (code !== 0) throw new Error(`${args.join(" ")}: exit ${code}\n${stdout}${stderr}`);
      return JSON.parse(stdout);
    },
    atTerminal: (args, answers = []) => talk({ cwd: root, env }, args, answers),
    keyFile: (key) => {
      const file = join(home, "key");
      writeFileSync(file, `${key}\n`, { mode: 0o600 });
      return file;
    },
  };
}
