import { expect, it } from "vitest";
import { recordedPayload } from "../../../../tests/support/recorded-payload.js";
import { type PluginHooks, pluginHooks } from "./plugin-hooks.js";

type Sent = Readonly<Record<string, unknown>>;

/** The plugin with a server that has one answer for each hook. */
function start(answers: Readonly<Record<string, unknown>> = {}) {
  const sent: Sent[] = [];
  const hooks = pluginHooks("/project", async (payload) => {
    sent.push(payload as Sent);
    return answers[(payload as Sent).hook as string];
  });
  return { hooks, sent };
}

/** Calls a hook with a recorded payload of OpenCode. */
async function replay(hooks: PluginHooks, name: string): Promise<{ readonly input: never }> {
  const { hook, input, output } = recordedPayload("opencode", name, "/project");
  if (hook === "event") await hooks.event({ event: input as never });
  else await hooks[hook as "tool.execute.after"](input as never, output as never);
  return { input: input as never };
}

it("the plugin adds the server's context to the system prompt of that session only", async () => {
  const { hooks } = start({ "chat.message": { context: "LESSONS" } });
  const { input } = await replay(hooks, "chat-message");
  const mine = { system: ["first"] };
  await hooks["experimental.chat.system.transform"](input, mine);
  expect(mine.system).toEqual(["first", "LESSONS"]);
  const other = { system: ["first"] };
  await hooks["experimental.chat.system.transform"]({ sessionID: "other" }, other);
  expect(other.system).toEqual(["first"]);
});

it("the plugin refuses a call by throwing, and does not report it as a failure", async () => {
  const { hooks, sent } = start({ "tool.execute.before": { refusal: "not here" } });
  const { input } = recordedPayload("opencode", "event.tool-refused", "/project");
  const { part } = (input as { properties: { part: { callID: string; sessionID: string } } }).properties;
  await expect(hooks["tool.execute.before"](part, { args: {} })).rejects.toThrow("not here");
  await replay(hooks, "event.tool-refused");
  expect(sent.map(({ hook }) => hook)).toEqual(["tool.execute.before"]);
  await replay(hooks, "event.tool-failed");
  expect(sent.at(-1)).toMatchObject({ hook: "event" });
});

it("the plugin sends which session started another, and the last text of its agent", async () => {
  const { hooks, sent } = start();
  await replay(hooks, "event.session-created");
  await replay(hooks, "event.session-created.agent");
  await replay(hooks, "chat-message.agent");
  await replay(hooks, "text-complete");
  await replay(hooks, "event.session-idle");
  expect(sent[0]).toMatchObject({
    hook: "chat.message",
    parent: expect.stringMatching(/^ses_/),
    agent: "general",
  });
  expect(sent[1]).toMatchObject({ hook: "event", said: "Let me run it." });
});

it("the plugin ends the sessions that a person began when OpenCode exits", async () => {
  const { hooks, sent } = start();
  await replay(hooks, "event.session-created");
  await replay(hooks, "event.session-created.agent");
  await hooks.dispose();
  expect(sent.map(({ hook }) => hook)).toEqual(["dispose"]);
});

it("the plugin changes nothing when the server gives no answer", async () => {
  const { hooks } = start();
  await expect(replay(hooks, "tool-execute-before.bash")).resolves.toBeDefined();
  await expect(replay(hooks, "tool-execute-after.write")).resolves.toBeDefined();
});

it.each([
  "You are a title generator. You output ONLY a thread title. Nothing else.",
  "You are a context summarization agent. You are given a conversation between a user and an agent.",
])("the plugin adds no context to a request of OpenCode's own: %s", async (first) => {
  const { hooks } = start({ "chat.message": { context: "LESSONS" } });
  const { input } = await replay(hooks, "chat-message");
  const own = { system: [first] };
  await hooks["experimental.chat.system.transform"](input, own);
  expect(own.system).toEqual([first]);
});
