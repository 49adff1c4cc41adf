import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import type { Variables } from "../config/environment.js";
import type { ServerPlaces } from "../project/server-places.js";

/**
 * Variables of ours that a server started by one project's hook may take over: the rest is that project's
 * own.
 */
const shared = /^WHETSTONE_(?:DATA_DIR|LOG|SERVER_\w+)$/;

/**
 * Starts the server on its own feet. Whether it comes up shows in its files; a command that cannot be run is
 * no fault here. False when another caller is about to start it: ten at once would only slow it down.
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
  const child = spawn(program, [...args, "serve", "--background"], {
    // Not the project's folder: it would be held for as long as the server runs.
    cwd: folder,
    env: sharedEnvironment(env),
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => undefined);
  child.unref();
  return true;
}

/** A start that took longer has failed, or nobody would wait for it any more. */
const startLastsMs = 5_000;

/** The server takes the claim away when it is up. */
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

/**
 * One server serves every project: what a shell says for one of them, such as its run or a setting, stays
 * out.
 */
export function sharedEnvironment(env: Variables): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("WHETSTONE_") || shared.test(name)),
  );
}
