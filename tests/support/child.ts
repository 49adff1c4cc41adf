import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { patience } from "./patience.js";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(import.meta.dirname, "../..");

/**
 * Starts a program of the tests with this Node, in the repository, so that it imports the built package by
 * its name.
 */
export function startScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...patience, ...env },
  });
  return { child, ended: collect(child) };
}

/** Calls the built command line and waits for its end. */
export function whetstone(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string },
): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: options.cwd, ...patience, ...options.env };
  const child = spawn(process.execPath, [join(root, "dist/cli/main.cjs"), ...args], {
    cwd: options.cwd,
    env,
  });
  // A program may end without reading: what it did then is in its code and in what it printed.
  child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  child.stdin?.end(options.input ?? "");
  return collect(child);
}

function collect(child: ChildProcess): Promise<Ended> {
  const text = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...text }));
  });
}

/** The lines that a child wrote as JSON; a line cut off by a kill is left out. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
