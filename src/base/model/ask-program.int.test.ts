import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type AgentProgram, agentProgram } from "../../../tests/support/agent-program.js";
import { askProgram } from "./ask-program.js";

function ask(
  agent: AgentProgram,
  changes: { signal?: AbortSignal; timeoutMs?: number; prompt?: string } = {},
) {
  const signal = new AbortController().signal;
  const question = {
    program: "claude",
    args: [],
    env: {},
    prompt: "x",
    timeoutMs: 60_000,
    signal,
    ...changes,
  };
  return askProgram(question, agent);
}

/** A process that has ended is listed as a zombie until its parent collects it. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  try {
    process.kill(pid, 0);
    return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
  } catch {
    return false;
  }
}

it("an agent that was itself started by askProgram cannot ask another one", async () => {
  const agent = agentProgram("claude", {});
  const nested = { ...agent, env: { ...agent.env, WHETSTONE_NESTED: "1" } };
  await expect(ask(nested)).rejects.toMatchObject({ code: "model_unavailable" });
  expect(agent.wasAsked()).toBe(false);
});

it("a missing program is reported with how to install it", async () => {
  const agent = agentProgram("another", {});
  await expect(ask(agent)).rejects.toMatchObject({
    code: "model_unavailable",
    field: "model.provider",
    next: expect.stringContaining("install claude"),
  });
});

it("a program inside the project is never started", async () => {
  const agent = agentProgram("claude", {});
  await expect(ask({ ...agent, root: agent.folder })).rejects.toMatchObject({ code: "model_unavailable" });
  expect(agent.wasAsked()).toBe(false);
});

it("the program and its children end at the time limit, and their folder is removed", async () => {
  const agent = agentProgram("claude", { hang: true });
  // A busy machine may need longer to start it, so the limit grows until it was asked.
  for (let timeoutMs = 5_000; !agent.wasAsked(); timeoutMs *= 4)
    await expect(ask(agent, { timeoutMs })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining(`took longer than ${timeoutMs} ms`),
    });
  const { cwd, child } = agent.asked();
  await expect.poll(() => isRunning(child)).toBe(false);
  expect(existsSync(cwd)).toBe(false);
});

it("the caller can stop the program before and after it started", async () => {
  const agent = agentProgram("claude", { hang: true });
  const stop = new AbortController();
  const asked = ask(agent, { signal: stop.signal });
  await expect.poll(() => agent.wasAsked()).toBe(true);
  stop.abort();
  await expect(asked).rejects.toMatchObject({ message: expect.stringContaining("was stopped") });
  const other = agentProgram("claude", {});
  await expect(ask(other, { signal: stop.signal })).rejects.toMatchObject({ code: "model_unavailable" });
  expect(other.wasAsked()).toBe(false);
});

it("askProgram returns the output of a program that does not read its input", async () => {
  const agent = agentProgram("claude", { deaf: true, stdout: "hello" });
  const end = await ask(agent, { prompt: "x".repeat(1_000_000) });
  expect(end.stdout.toString()).toBe("hello");
});
