import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { devNull } from "node:os";
import type { Variables } from "../../base/config/environment.js";
import type { ServerPlaces } from "../../base/project/server-places.js";

/** Variables that a server inherits from the hook that starts it; other ones are for a single project. */
const shared = /^WHETSTONE_(?:DATA_DIR|LOG|SERVER_\w+)$/;

/**
 * Starts the server as a detached process. Its files show whether it came up; a command that cannot be run is
 * not an error here. False when another caller is starting it: ten at once would only slow it down.
 */
export async function startInBackground(
  command: readonly string[],
  { folder, starting }: ServerPlaces,
  env: Variables,
): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!claim(starting)) return false;
  const { spawn } = await import("node:child_process");
  const [program = "", ...args] = command;
  const nothing = openSync(devNull, "r+");
  try {
    const child = spawn(program, [...args, "serve", "--background"], {
      // Not the project's folder: it would be in use for as long as the server runs.
      cwd: folder,
      env: sharedEnvironment(env),
      detached: true,
      stdio: withoutInherited(nothing),
      windowsHide: true,
    });
    child.on("error", () => undefined);
    child.unref();
  } finally {
    closeSync(nothing);
  }
  return true;
}

/** Shells use numbers up to 255 for descriptors of their own. */
const highest = 255;

/**
 * A shell hands on the descriptors that it opened for itself, such as the pipe of `2> >(tee log)`, and who
 * reads that pipe would wait for as long as the server runs. In the server they are nothing.
 */
function withoutInherited(nothing: number): ("ignore" | number)[] {
  const open = new Set(openDescriptors().filter((number) => number > 2 && number <= highest));
  const length = Math.max(2, ...open) + 1;
  return Array.from({ length }, (_, number) => (open.has(number) ? nothing : "ignore"));
}

/** Empty where the system does not list them. */
function openDescriptors(): readonly number[] {
  if (process.platform === "win32") return [];
  try {
    return readdirSync("/dev/fd").map(Number);
  } catch {
    return [];
  }
}

/** A start that takes longer has failed, or its callers have given up. */
const startLastsMs = 5_000;

/** The server removes the claim when it is up. */
function claim(file: string): boolean {
  const held = statSync(file, { throwIfNoEntry: false });
  if (held !== undefined && Date.now() - held.mtimeMs < startLastsMs) return false;
  try {
    if (held !== undefined) rmSync(file, { force: true });
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** One server serves every project: variables for one of them, such as its run or a setting, are dropped. */
export function sharedEnvironment(env: Variables): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("WHETSTONE_") || shared.test(name)),
  );
}
