import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

/** `script` of util-linux runs a command in a terminal of its own; that of other systems has other options. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

const main = join(import.meta.dirname, "../../dist/cli/main.cjs");

interface Person {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export type Answer = readonly [question: string, keys: string];

/** Types each answer once its question stands on the screen, and gives all that was written there. */
export function talk({ cwd, env }: Person, args: string, answers: readonly Answer[]) {
  const line = `${process.execPath} ${main} ${args}`;
  const terminal = { ...env, TERM: "dumb", NO_COLOR: "1" };
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd, env: terminal });
  const left = [...answers];
  let screen = "";
  let read = 0;
  return new Promise<{ readonly screen: string; readonly code: number | null }>((done) => {
    child.stdout.on("data", (chunk) => {
      screen += chunk;
      const [question, keys] = left[0] ?? ["", ""];
      const at = question === "" ? -1 : screen.indexOf(question, read);
      if (at === -1) return;
      read = at + question.length;
      left.shift();
      child.stdin.write(keys);
    });
    child.on("close", (code) => done({ screen, code }));
  });
}
