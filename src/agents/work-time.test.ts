import { expect, it } from "vitest";
import { dataOf, hostSession } from "../../tests/support/host-session.js";
import { claudeCodeHost } from "./claude-code/host.js";
import { setupCheckSession } from "./sessions.js";

async function timedSession() {
  const time = { now: 1_800_000_000_000 };
  const { ws, send } = await hostSession(
    claudeCodeHost(() => time.now),
    "claude-code",
    { usual: { session_id: "this" } },
  );
  const after = (seconds: number, name: string, fields: Readonly<Record<string, unknown>> = {}) => {
    time.now += seconds * 1_000;
    return send(name, fields);
  };
  return { ws, after };
}

it("a session took the time between its prompts and answers, without the pauses between", async () => {
  const { ws, after } = await timedSession();
  await after(0, "session-start");
  await after(1_000, "user-prompt-submit", { prompt: "Mend the parser" });
  await after(1, "post-tool-use.bash");
  await after(29, "stop");
  await after(5_000, "user-prompt-submit", { prompt: "And now the lexer" });
  await after(60, "stop");
  await after(5_000, "session-end");
  expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ durationMs: 90_000 }]);
});

it("a turn that never ended counts from its first prompt, also where the person typed another into it", async () => {
  const { ws, after } = await timedSession();
  await after(0, "session-start");
  await after(10, "user-prompt-submit", { prompt: "Mend the parser" });
  await after(60, "user-prompt-submit", { prompt: "And the lexer too" });
  await after(10, "post-tool-use.bash");
  await after(20, "session-end");
  expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ durationMs: 90_000 }]);
});

it("a service that failed and then worked is not named as what failed", async () => {
  const { ws, after } = await timedSession();
  await after(0, "post-tool-use-failure.mcp", { tool_use_id: "1", tool_name: "mcp__github__list" });
  await after(1, "post-tool-use.mcp", { tool_use_id: "2", tool_name: "mcp__github__list" });
  await after(1, "session-end");
  const [ended] = await dataOf(ws, "outcome-recorded");
  expect(ended).toMatchObject({ result: "success", adaptersUsed: ["github"] });
  expect(ended).not.toHaveProperty("failedAdapter");
});

it("the call with which the setup is checked is none of an agent", async () => {
  const { ws, after } = await timedSession();
  await after(0, "session-start", { session_id: setupCheckSession });
  expect((await ws.status()).hosts).toEqual([]);
  await after(1, "session-start", { session_id: "a session" });
  expect((await ws.status()).hosts).toMatchObject([{ host: "claude-code" }]);
});
