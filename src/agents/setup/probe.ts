import { spawn } from "node:child_process";
import { readIfThere } from "../../base/files/read-if-there.js";
import { agentSettings } from "../../base/project/agent-settings.js";
import { parseJson } from "./edit-json.js";

/** A call of Whetstone by the command in an agent's own settings. */
export interface Probe {
  /** A program and its arguments; a single word is a line for the shell, as hooks are. */
  readonly command: readonly [string, ...string[]];
  readonly input: string;
}

/** Longer than any hook takes, and than a busy machine takes to start an MCP server by npx. */
const longestMs = 60_000;

interface Probed {
  readonly stdout: string;
  /** Why it failed; undefined on success. */
  readonly fault: string | undefined;
}

/** Runs the probe in a folder. Never throws. */
export function runProbe(
  { command: [program, ...args], input }: Probe,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs = longestMs,
): Promise<Probed> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...env }, shell: args.length === 0 });
    const timer = setTimeout(() => {
      child.kill();
      // What it started may hold its output open for ever.
      resolve({ stdout: "", fault: `it did not end within ${timeoutMs / 1_000} s` });
    }, timeoutMs);
    const text = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    // A program that ends without reading breaks the pipe; its exit code says more.
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

/** A probe of our command for an event in a hooks file; undefined when it is not there. */
export function hookProbe(
  file: string,
  event: string,
  isOurs: (command: string) => boolean,
  payload: object,
): Probe | undefined {
  const { hooks } = Object(parseJson(String(readIfThere(file, agentSettings) ?? "null"))) as {
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
