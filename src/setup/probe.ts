import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A question to Whetstone, put as an agent puts it: by what stands in the agent's own settings. */
export interface Probe {
  /** A program and its arguments; a single one is a line for the shell, as hooks are. */
  readonly command: readonly [string, ...string[]];
  /** What it reads from its standard input. */
  readonly input: string;
}

/** Longer than any hook takes, the start of the server included. */
const timeoutMs = 20_000;

interface Probed {
  readonly stdout: string;
  /** Why it did not work; undefined when it ended as it should. */
  readonly fault: string | undefined;
}

/** Asks in a folder, and waits for the answer. Never throws. */
export function ask(
  { command: [program, ...args], input }: Probe,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Probed> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...env }, shell: args.length === 0 });
    const timer = setTimeout(() => child.kill(), timeoutMs);
    const text = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    // A program that ends without reading breaks the pipe; how it ended says more.
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ stdout: "", fault: error.message });
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      const [line = ""] = text.stderr.trim().split("\n");
      resolve({ stdout: text.stdout, fault: code === 0 ? undefined : line || `it ended with ${code}` });
    });
    child.stdin.end(input);
  });
}

/**
 * Sends a payload to the command that stands in a file of hooks for an event; undefined when none of ours is
 * there.
 */
export function hookProbe(
  file: string,
  event: string,
  isOurs: (command: string) => boolean,
  payload: object,
): Probe | undefined {
  const { hooks } = Object(JSON.parse(readFileSync(file, "utf8"))) as {
    hooks?: Readonly<Record<string, unknown>>;
  };
  const command = [hooks?.[event]]
    .flat()
    // Some agents hold commands in groups, others by themselves.
    .flatMap((group) => (Object(group) as { hooks?: unknown }).hooks ?? [group])
    .map((hook) => (Object(hook) as { command?: unknown }).command)
    .find((each) => typeof each === "string" && isOurs(each));
  return typeof command === "string" ? { command: [command], input: JSON.stringify(payload) } : undefined;
}
