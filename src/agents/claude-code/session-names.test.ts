import { expect, it } from "vitest";
import { hostSession } from "../../../tests/support/host-session.js";
import { claudeCodeHost } from "./host.js";

async function told(prompts: readonly string[], set: readonly string[] = []) {
  const { ws, send } = await hostSession(claudeCodeHost(), "claude-code", { entry: "cli", set });
  for (const prompt of prompts) await send("user-prompt-submit", { session_id: "one", prompt });
  return { ws, sessions: (await ws.sessions()).sessions };
}

it("a session is called by its first prompt, cut and without secrets, and found by the beginning of its id", async () => {
  const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
  const first = `Mend the login page with ${key} ${"and more words ".repeat(30)}`;
  const { ws, sessions } = await told([first, "And now the other one"]);
  expect(sessions).toHaveLength(1);
  const [{ name, session } = { name: "", session: "" }] = sessions;
  expect(name).toMatch(/^Mend the login page with /);
  expect(name).not.toContain(key);
  expect(name.length).toBeLessThanOrEqual(120);
  expect((await ws.log({ type: "session-named" })).events).toHaveLength(1);
  expect(await ws.timeline({ name: session.slice(0, 2) })).toMatchObject({ name: session });
});

it("where sessions are not to have names, no prompt is kept", async () => {
  const { ws, sessions } = await told(["Mend the login page"], ["hosts.sessionNames=false"]);
  expect(sessions.map(({ name }) => name)).toEqual([""]);
  expect((await ws.log({ type: "session-named" })).events).toEqual([]);
});
