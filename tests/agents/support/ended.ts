import type { ChildProcess } from "node:child_process";

export interface EndedAgent {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a program and keeps what it printed. */
export function ended(child: ChildProcess): Promise<EndedAgent> {
  const text = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...text }));
  });
}
