import { expect, it } from "vitest";
import { dataOf, hostSession } from "../../tests/support/host-session.js";
import { recordedPayload } from "../../tests/support/recorded-payload.js";
import { hostSpeaker } from "../verbs/call/speaker.js";
import { claudeCodeHost } from "./claude-code/host.js";

const session = () => hostSession(claudeCodeHost(), "claude-code");

it("the calls of a session that was seen from its start are counted", async () => {
  const { ws, send } = await session();
  await send("session-start");
  await send("post-tool-use.bash");
  await send("post-tool-use.write");
  await send("session-end");
  expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ toolCalls: 2 }]);
});

it("how many calls were made is left open where the first that arrived is in the middle of a session", async () => {
  const { ws, send } = await session();
  await send("post-tool-use.bash");
  await send("session-end");
  const [ended] = await dataOf(ws, "outcome-recorded");
  expect(ended).toMatchObject({ result: "success" });
  expect(ended).not.toHaveProperty("toolCalls");
});

it("a server that starts while a session is under way does not count its calls as all of them", async () => {
  const { ws, send } = await session();
  await send("session-start");
  await send("post-tool-use-failure.bash", { tool_use_id: "1" });
  const restarted = claudeCodeHost();
  for (const name of ["user-prompt-submit", "post-tool-use.bash", "session-end"]) {
    const payload = recordedPayload("claude-code", name, ws.folder, {});
    await restarted.handle(payload, async () => ws.as(hostSpeaker("claude-code")));
  }
  const [ended] = await dataOf(ws, "outcome-recorded");
  expect(ended).toMatchObject({ errorCount: 1 });
  expect(ended).not.toHaveProperty("toolCalls");
});
