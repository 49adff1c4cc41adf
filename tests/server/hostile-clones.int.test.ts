import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWhetstone } from "../../src/index.js";
import { callServer } from "../../src/surfaces/server/client.js";
import { userInTemp } from "../support/background-server.js";
import { addDirective } from "../support/host-session.js";
import { recordedPayload } from "../support/recorded-payload.js";

/** Files that a clone can bring, and that never end, never begin or are far too large. */
const hostileFiles: readonly (readonly [what: string, make: (root: string) => void])[] = [
  ["settings that are a device", (root) => symlinkSync("/dev/zero", join(root, "whetstone.json"))],
  ["settings that are a pipe", (root) => execFileSync("mkfifo", [join(root, "whetstone.json")])],
  ["settings that are a folder", (root) => mkdirSync(join(root, "whetstone.json"))],
  ["settings of two gigabytes", (root) => makeLarge(join(root, "whetstone.json"))],
  ["a link file that is a device", (root) => deviceAt(root, ".whetstone", "link.json")],
  ["a note of init that is a device", (root) => deviceAt(root, ".whetstone", "installed.json")],
  ["settings of an agent that are a device", (root) => deviceAt(root, ".claude", "settings.local.json")],
];

function makeLarge(file: string): void {
  writeFileSync(file, "{");
  truncateSync(file, 2_147_483_648);
}

function deviceAt(root: string, folder: string, name: string): void {
  mkdirSync(join(root, folder));
  symlinkSync("/dev/zero", join(root, folder, name));
}

describe.runIf(process.platform !== "win32")("the server of a user who cloned a hostile repository", () => {
  it.each(hostileFiles)(
    "the server answers the hooks of another project in spite of %s",
    async (_what, make) => {
      const { root, env, home, command } = userInTemp();
      const ws = await openWhetstone({ root, env, origin: "human" });
      await addDirective(ws, { appliesToTools: ["Bash"], enforcement: "enforce", priority: "critical" });
      await ws.close();
      const hostile = join(home, "hostile");
      mkdirSync(join(hostile, ".git", "refs"), { recursive: true });
      make(hostile);
      const post = (folder: string, name: string, changes: object) =>
        callServer("hooks/claude-code", recordedPayload("claude-code", name, folder, { ...changes }), {
          budgetMs: 60_000,
          env,
          version: "0.0.0",
          command,
        });
      const push = { tool_input: { command: "git push" }, cwd: root };
      expect(await post(root, "pre-tool-use.bash", push)).toMatchObject(denied);
      expect(await post(hostile, "session-start", { cwd: hostile })).toMatchObject({ status: 200 });
      expect(await post(hostile, "pre-tool-use.bash", { cwd: hostile })).toMatchObject({ status: 200 });
      expect(await post(root, "pre-tool-use.bash", { ...push, tool_use_id: "2" })).toMatchObject(denied);
    },
  );
});

const denied = { status: 200, body: { hookSpecificOutput: { permissionDecision: "deny" } } };
