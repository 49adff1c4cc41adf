import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Variables } from "../../base/config/environment.js";

interface ProgramWish {
  readonly args: readonly string[];
  readonly root: string;
  readonly env: Variables;
  /** Ends the program: nobody waits for its answer any more. */
  readonly signal: AbortSignal;
  /** Called with each line that it says about its progress. */
  readonly onLine?: ((line: string) => void) | undefined;
}

/** Whoever waits for a hook comes first. */
const lowPriority = 10;

/** Runs a command of this package in a process of its own, and answers what it prints. */
export async function programAside({ args, root, env, signal, onLine }: ProgramWish): Promise<string> {
  const child = spawn(process.execPath, [programOf(), ...args], {
    cwd: root,
    env,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.on("error", () => undefined);
  if (child.pid !== undefined) setPriority(child.pid, lowPriority);
  createInterface({ input: child.stderr }).on("line", (line) => onLine?.(line));
  return text(child.stdout);
}

/** The same for a command that prints JSON; undefined where it printed none. */
export async function jsonAside(wish: ProgramWish): Promise<object | undefined> {
  const said = await programAside(wish);
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

/** The command line of this package: beside the server, or from the sources in dist/. */
function programOf(below: string = dirname(import.meta.filename)): string {
  const places = [join(below, "main.cjs"), join(below, "dist", "cli", "main.cjs")];
  const found = places.find((file) => existsSync(file));
  return found ?? (dirname(below) === below ? join(below, "main.cjs") : programOf(dirname(below)));
}
