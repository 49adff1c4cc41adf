import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { callServer } from "../../src/surfaces/server/client.js";
import { TeamProject } from "../../src/verbs/open/team-project.js";
import { type Member, memberInTemp } from "../support/member.js";

/** A hub that takes every connection and never answers. */
async function silentHub() {
  const open: Socket[] = [];
  const server = createServer((socket) => open.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, connections: () => open.length };
}

async function joined(member: Member, url: string): Promise<void> {
  const who = { member: "ada", kind: "person", role: "lead", machine: "laptop", joinedAt: "2026-01-01" };
  const project = new TeamProject({ root: member.root, env: member.env });
  await project.join({ url, project: "shop", key: `whet_${"a".repeat(43)}`, ...who });
}

const session = { session_id: "s-1", transcript_path: "/nowhere", cwd: "" };

it("what agents wait for makes no connection to the hub, by a command or by a server", async () => {
  const hub = await silentHub();
  const ada = memberInTemp("ada");
  await ada.json(["lessons", "add", "Run the linter before every commit.", "--by", "ada"]);
  await joined(ada, hub.url);

  const brief = await ada.json(["brief", "--role", "coder", "--task", "commit"]);
  expect(JSON.stringify(brief)).toContain("Run the linter");
  await ada.json(["complete", "bd-1", "--duration", "5"]);
  await ada.json(["status"]);
  await ada.json(["team", "status"]);
  await ada.run(["doctor", "--quick"]);
  expect(hub.connections()).toBe(0);

  const options = { env: ada.env, version: "0.0.0", budgetMs: 60_000, command: [process.execPath, ada.main] };
  const hook = (event: string, more = {}) =>
    callServer("hooks/claude-code", { ...session, cwd: ada.root, hook_event_name: event, ...more }, options);
  expect(await hook("SessionStart", { source: "startup" })).toMatchObject({ status: 200 });
  expect(await hook("UserPromptSubmit", { prompt: "commit it" })).toMatchObject({ status: 200 });
  const bash = { tool_name: "Bash", tool_input: { command: "git commit" } };
  expect(await hook("PreToolUse", bash)).toMatchObject({ status: 200 });
  expect(await hook("PostToolUse", { ...bash, tool_response: {} })).toMatchObject({ status: 200 });
  // The server's own exchange waits for the hub in the background; hooks are answered all the same.
  await expect.poll(hub.connections).toBeGreaterThan(0);
  const [before, began] = [hub.connections(), Date.now()];
  for (let turn = 0; turn < 20; turn += 1)
    expect(await hook("PreToolUse", bash)).toMatchObject({ status: 200 });
  expect(await hook("Stop")).toMatchObject({ status: 200 });
  // An exchange gives up after a minute, and then waits: more connections than that would come from hooks.
  expect(hub.connections() - before).toBeLessThanOrEqual(Math.floor((Date.now() - began) / 60_000) + 1);
  expect(hub.connections()).toBeLessThan(20);
});

it("a clone cannot bring a link to a hub: only what lies among the user's settings counts", async () => {
  const hub = await silentHub();
  const [ada, eve] = [memberInTemp("ada"), memberInTemp("eve")];
  await joined(ada, hub.url);
  const { cpSync } = await import("node:fs");
  cpSync(join(ada.home, ".config"), join(eve.root, ".config"), { recursive: true });
  cpSync(join(ada.home, ".config/whetstone"), join(eve.root, ".whetstone"), { recursive: true });
  expect(await eve.json(["team", "status"])).toMatchObject({ hub: null });
});
