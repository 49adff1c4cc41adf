import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { invite } from "../../src/hub/exchange/team-acts.js";
import type { KeyKind, Role } from "../../src/hub/rights/roles.js";
import { openRoster } from "../../src/verbs/open/open-hub.js";
import { patience } from "./patience.js";
import { tempFolder } from "./temp-folder.js";

const program = join(import.meta.dirname, "../../dist/cli/main.cjs");

interface HubProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it at once, in whatever it does. */
  kill(): Promise<void>;
  /** Asks it to end, and gives its exit code. */
  stop(): Promise<number | null>;
}

/** The built hub in a process of its own, ended with the test. `port` 0 is any. */
export async function hubProcessOn(database: string, port = 0): Promise<HubProcess> {
  const home = tempFolder();
  const child = spawn(process.execPath, [program, "serve", "--team", "--port", String(port), "--json"], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...patience, WHETSTONE_STORE_URL: database },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    url: JSON.parse(await firstLine(child)).url,
    child,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: async () => {
      child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}

/** A new key, made on the database itself. */
export async function keyOn(
  database: string,
  { member = "ada", role = "developer", kind = "person", project = "shop" }: Partial<WantedKey> = {},
): Promise<string> {
  const roster = openRoster(database);
  try {
    const invitation = { project, member, role, kind, days: 30 };
    return (await invite(roster, invitation, new Date().toISOString())).key;
  } finally {
    await roster.close();
  }
}

interface WantedKey {
  readonly member: string;
  readonly role: Role;
  readonly kind: KeyKind;
  readonly project: string;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error("the hub ended before it listened");
}
