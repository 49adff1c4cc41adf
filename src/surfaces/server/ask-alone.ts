import type { Variables } from "../../base/config/environment.js";
import { sharedEnvironment } from "./background.js";

/** What a process of its own says of an event; `late`: nothing in its time, `failed`: nothing at all. */
export type LoneAnswer = { readonly text: string } | "late" | "failed";

interface Wish {
  readonly host: string;
  /** The event as JSON. */
  readonly payload: string;
  /** How to call the command line. */
  readonly command: readonly string[];
  readonly env: Variables;
  readonly withinMs: number;
}

/** Has an event answered without a server: `whetstone hook HOST --alone`. Never throws. */
export async function askAlone({ host, payload, command, env, withinMs }: Wish): Promise<LoneAnswer> {
  if (withinMs <= 0) return "late";
  const [program = "", ...args] = command;
  const { spawn } = await import("node:child_process");
  const child = spawn(program, [...args, "hook", host, "--alone"], {
    env: { ...sharedEnvironment(env) },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: Math.ceil(withinMs),
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  // A program that ends without reading its input is told by its code.
  child.stdin.on("error", () => undefined);
  child.stdin.end(payload);
  return new Promise((resolve) => {
    child.on("error", () => resolve("failed"));
    child.on("close", (code, signal) => {
      if (code === 0) resolve({ text: Buffer.concat(pieces).toString("utf8") });
      else resolve(signal === "SIGKILL" ? "late" : "failed");
    });
  });
}
