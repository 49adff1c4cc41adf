import { writeFileSync } from "node:fs";
import { generateText, type ModelMessage, stepCountIs, tool, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { addDirective, dataOf } from "../../../tests/support/host-session.js";
import { scriptedModel } from "../../../tests/support/scripted-model/in-process.js";
import type { Step } from "../../../tests/support/scripted-model/step.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { type AgentRun, beginRun, duringRun } from "./index.js";

const unhurried = { set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000"] };
type Model = ReturnType<typeof scriptedModel>["model"];

function asking(model: Model, { middleware, guard }: AgentRun, execute: () => string = () => "ok") {
  return generateText({
    model: wrapLanguageModel({ model, middleware }),
    tools: guard({
      shell: tool({ inputSchema: z.object({ command: z.string() }), execute: async () => execute() }),
    }),
    stopWhen: stepCountIs(4),
    maxRetries: 0,
    prompt: "Go.",
  });
}

const done = () => scriptedModel(() => ({ text: "done" }));
/** Each answer in turn, whatever is asked. */
const answers = (steps: Step[]) => scriptedModel(() => steps.shift() ?? { text: "done" });

describe("the outcome of a run", () => {
  it("a run that finishes its work is a success with its duration, even if it used no tool", async () => {
    const ws = await openInTemp(unhurried);
    const time = { now: 1_000 };
    const { model } = scriptedModel(() => {
      time.now += 90_000;
      return { text: "done" };
    });
    const { text } = await duringRun(ws, { clock: () => time.now }, (run) => asking(model, run));
    expect(text).toBe("done");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([
      { result: "success", cause: "task", durationMs: 90_000, errorCount: 0, retryCount: 0 },
    ]);
  });

  it("a run whose work throws is a failure of the task, and the caller gets the error", async () => {
    const ws = await openInTemp(unhurried);
    const { model } = done();
    const wrong = new Error("the answer is wrong");
    const work = duringRun(ws, {}, async (run) => {
      await asking(model, run);
      throw wrong;
    });
    await expect(work).rejects.toBe(wrong);
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "failure", cause: "task" }]);
  });

  it("a run is an infrastructure failure only if the model does not answer at the end", async () => {
    const ws = await openInTemp(unhurried);
    const { model } = answers([{ status: 400 }]);
    await duringRun(ws, {}, async (run) => {
      await expect(asking(model, run)).rejects.toThrow();
      await asking(model, run);
    });
    const gone = answers([{ text: "done" }, { status: 400 }]).model;
    const work = duringRun(ws, {}, async (run) => {
      await asking(gone, run);
      await asking(gone, run);
    });
    await expect(work).rejects.toThrow();
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([
      { result: "success", cause: "task" },
      { result: "failure", cause: "infra" },
    ]);
  });

  it("an aborted run is an infrastructure failure, and its tool call counts as interrupted", async () => {
    const ws = await openInTemp(unhurried);
    const { model } = answers([{ tools: [{ name: "shell", input: { command: "sleep 60" } }] }]);
    const control = new AbortController();
    const work = duringRun(ws, {}, ({ middleware, guard }) =>
      generateText({
        model: wrapLanguageModel({ model, middleware }),
        tools: guard({
          shell: tool({
            inputSchema: z.object({ command: z.string() }),
            execute: async (): Promise<string> => {
              control.abort();
              throw new Error("error: killed");
            },
          }),
        }),
        abortSignal: control.signal,
        stopWhen: stepCountIs(4),
        prompt: "Go.",
      }),
    );
    await expect(work).rejects.toThrow();
    expect(await dataOf(ws, "reflection-recorded")).toMatchObject([
      { result: "blocked", because: "it was interrupted" },
    ]);
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "failure", cause: "infra" }]);
  });

  it("the outcome of a run is the one that the program reports first", async () => {
    const ws = await openInTemp(unhurried);
    const { model } = done();
    await duringRun(ws, {}, async (run) => {
      await asking(model, run);
      await run.end({ result: "partial" });
      await run.end({ result: "success" });
    });
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial" }]);
  });

  it("a run that never asks a model records no outcome", async () => {
    const ws = await openInTemp(unhurried);
    await beginRun(ws).end();
    expect(await dataOf(ws, "outcome-recorded")).toEqual([]);
  });

  it("a run does not count failures from earlier in the conversation", async () => {
    const ws = await openInTemp(unhurried);
    const { model } = done();
    const call = { toolCallId: "c-1", toolName: "shell" };
    const output = { type: "error-text", value: "fatal: the remote end hung up" } as const;
    const messages: ModelMessage[] = [
      { role: "user", content: "Fetch." },
      { role: "assistant", content: [{ type: "tool-call", ...call, input: { command: "git fetch" } }] },
      { role: "tool", content: [{ type: "tool-result", ...call, output }] },
      { role: "assistant", content: "It failed." },
      { role: "user", content: "Never mind." },
    ];
    await duringRun(ws, {}, ({ middleware }) =>
      generateText({ model: wrapLanguageModel({ model, middleware }), messages }),
    );
    expect(await dataOf(ws, "reflection-recorded")).toEqual([]);
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "success" }]);
  });
});

describe("a damaged database", () => {
  it("a damaged database changes no answer and no tool, and every loss is reported", async () => {
    const before = await openInTemp(unhurried);
    await addDirective(before, { forbiddenActions: ["shell(git push)"], enforcement: "enforce" });
    const database = (await before.status()).store.location ?? "";
    await before.close();
    writeFileSync(database, "garbage ".repeat(1_000));
    const ws = await openInTemp({ root: before.folder, ...unhurried });
    const { model, said } = answers([{ tools: [{ name: "shell", input: { command: "git push" } }] }]);
    const { text } = await duringRun(ws, { plan: true }, (run) => asking(model, run, () => "pushed"));
    expect(text).toBe("done");
    expect(said("tool")).toContain("pushed");
    expect(said("system")).toBe("");
    const lost = (await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail;
    for (const stage of [
      "brief 1",
      "ai-sdk plan 1",
      "check-tool 1",
      "reflect 1",
      "acknowledge 1",
      "end-phase 2",
    ])
      expect(lost).toContain(stage);
  });
});
