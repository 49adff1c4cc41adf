import {
  generateText,
  type LanguageModelMiddleware,
  type SystemModelMessage,
  streamText,
  wrapLanguageModel,
} from "ai";
import { describe, expect, it } from "vitest";
import { addDirective, dataOf } from "../../../tests/support/host-session.js";
import { type Question, scriptedModel } from "../../../tests/support/scripted-model/in-process.js";
import type { Step } from "../../../tests/support/scripted-model/step.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { type AgentRun, beginRun, duringRun, type RunMiddleware, type RunOptions } from "./index.js";

const unhurried = { set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000"] };
const block = /<delegate_knowledge_directives>[\s\S]*<\/delegate_knowledge_directives>/g;
const idIn = (system: string) => /\[(\w+)\] medium: Never push/.exec(system)?.[1] ?? "none";

/** Asks in both ways the SDK knows; either gives the whole text. */
const ways = [
  {
    way: "generate",
    ask: async (model: Model, run: AgentRun, request: Request) =>
      (await generateText({ ...base(model, run), ...request })).text,
  },
  {
    way: "stream",
    ask: async (model: Model, run: AgentRun, request: Request) =>
      await streamText({ ...base(model, run), ...request, onError: () => undefined }).text,
  },
];
type Model = ReturnType<typeof scriptedModel>["model"];
type Request = { system?: string | SystemModelMessage; prompt: string };

function base(model: Model, { middleware }: AgentRun) {
  return { model: wrapLanguageModel({ model, middleware }), maxRetries: 0 };
}

const answering = (script: (question: Question) => string) =>
  scriptedModel((question): Step => ({ text: script(question) }));

function asking(ws: Whetstone, model: Model, request: Request, options: RunOptions = {}) {
  return duringRun(
    ws,
    options,
    async (run) => (await generateText({ ...base(model, run), ...request })).text,
  );
}

describe.each(ways)("the middleware in a call of $way", ({ ask }) => {
  it("the middleware adds the role's lessons to the system text and records an exposure", async () => {
    const ws = await openInTemp(unhurried);
    const { lesson } = await addDirective(ws);
    const { model, said } = answering(() => "done");
    const run = beginRun(ws);
    expect(await ask(model, run, { system: "Be brief.", prompt: "Go." })).toBe("done");
    expect(said("system")).toMatch(
      /^Be brief\.\n\n<delegate_knowledge_directives>[\s\S]*Never push to the main branch/,
    );
    expect(said("user")).toBe("Go.");
    expect(await dataOf(ws, "lesson-exposed")).toMatchObject([{ lesson, role: "coder", phase: run.id }]);
  });

  it("the middleware records a receipt only for a lesson that was shown", async () => {
    const ws = await openInTemp(unhurried);
    const { lesson } = await addDirective(ws);
    const other = await addDirective(ws, {
      text: "Never write to the archive table",
      appliesToAgents: ["judge"],
    });
    const { model } = answering(
      ({ system }) =>
        `KNOWLEDGE_APPLIED:${idIn(system)}\nKNOWLEDGE_APPLIED:${other.lesson}\nKNOWLEDGE_N_A:forged reason=x`,
    );
    await ask(model, beginRun(ws), { prompt: "Go." });
    expect(await dataOf(ws, "receipt-recorded")).toMatchObject([
      { lesson, kind: "applied", source: "delegate" },
    ]);
    expect(await dataOf(ws, "output-read")).toMatchObject([
      { receipts: 1, spoofed: [other.lesson, "forged"] },
    ]);
  });

  it("the middleware leaves the request unchanged when there are no lessons", async () => {
    const ws = await openInTemp(unhurried);
    const { model, seen } = answering(() => "done");
    await ask(model, beginRun(ws), { prompt: "Go." });
    expect(seen[0]?.messages).toEqual([{ role: "user", content: "Go." }]);
  });

  it("the middleware passes the answer on and notes losses when the store is closed", async () => {
    const ws = await openInTemp(unhurried);
    await addDirective(ws);
    await ws.close();
    const { model, seen } = answering(() => "done");
    const run = beginRun(ws);
    expect(await ask(model, run, { prompt: "Go." })).toBe("done");
    await run.end();
    expect(seen[0]?.messages).toEqual([{ role: "user", content: "Go." }]);
    const again = await openInTemp({ root: ws.folder });
    const lost = (await again.doctor()).checks.find(({ name }) => name === "losses");
    for (const stage of ["brief 1", "acknowledge 1", "end-phase 2"]) expect(lost?.detail).toContain(stage);
  });

  it("a run whose model gives no answer is recorded as an infrastructure failure", async () => {
    const ws = await openInTemp(unhurried);
    const { model } = scriptedModel(() => ({ status: 500 }));
    const run = beginRun(ws);
    await expect(ask(model, run, { prompt: "Go." })).rejects.toThrow();
    await run.end();
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "failure", cause: "infra" }]);
  });
});

describe("the middleware", () => {
  it("the middleware has the type that wrapLanguageModel requires", () => {
    const checked: (middleware: RunMiddleware) => LanguageModelMiddleware = (middleware) => middleware;
    expect(checked).toBeTypeOf("function");
  });

  it("the middleware makes one brief for each different prompt of a conversation", async () => {
    const ws = await openInTemp(unhurried);
    await addDirective(ws);
    const { model, said, seen } = answering(() => "done");
    await duringRun(ws, {}, async (run) => {
      await generateText({ ...base(model, run), prompt: "First." });
      await generateText({ ...base(model, run), prompt: "Second." });
      await generateText({ ...base(model, run), prompt: "Second." });
    });
    for (const request of seen.keys()) expect(said("system", request).match(block)).toHaveLength(1);
    expect(await dataOf(ws, "brief-made")).toHaveLength(2);
    expect(await dataOf(ws, "outcome-recorded")).toHaveLength(1);
  });

  it("the middleware leaves a system message with provider options unchanged", async () => {
    const ws = await openInTemp(unhurried);
    await addDirective(ws);
    const { model, seen } = answering(() => "done");
    const marked = {
      role: "system",
      content: "Cached.",
      providerOptions: { scripted: { cached: true } },
    } as const;
    await asking(ws, model, { system: marked, prompt: "Go." });
    expect(seen[0]?.messages).toMatchObject([
      { role: "system", content: "Cached." },
      { role: "system", content: expect.stringContaining("Never push") },
      { role: "user", content: "Go." },
    ]);
  });

  it("the middleware adds its block once to a model that is wrapped twice", async () => {
    const ws = await openInTemp(unhurried);
    await addDirective(ws);
    const { model, said } = answering(() => "done");
    await duringRun(ws, {}, ({ middleware }) =>
      generateText({
        model: wrapLanguageModel({ model, middleware: [middleware, middleware] }),
        prompt: "Go.",
      }),
    );
    expect(said("system").match(block)).toHaveLength(1);
  });

  it("the middleware keeps runs at the same time apart", async () => {
    const ws = await openInTemp(unhurried);
    const judges = await addDirective(ws, {
      text: "Never push without a verdict",
      appliesToAgents: ["judge"],
    });
    const coders = await addDirective(ws);
    const { model, seen } = answering(({ system }) => `KNOWLEDGE_APPLIED:${idIn(system)}`);
    const roles = ["judge", "coder", "judge", "coder", "judge", "coder"];
    await Promise.all(
      roles.map((role, index) => asking(ws, model, { prompt: `${role} ${index}` }, { role })),
    );
    for (const { messages } of seen) {
      const [system, user] = messages as readonly { content: string }[];
      const isJudge = user?.content.startsWith("judge");
      expect(system?.content.includes("without a verdict")).toBe(isJudge);
      expect(system?.content.includes("main branch")).toBe(!isJudge);
    }
    const receipts = await dataOf(ws, "receipt-recorded");
    expect(receipts.map(({ role, lesson }) => [role, lesson]).sort()).toEqual([
      ...Array(3).fill(["coder", coders.lesson]),
      ...Array(3).fill(["judge", judges.lesson]),
    ]);
    expect(new Set(receipts.map(({ phase }) => phase)).size).toBe(6);
  });

  it("the plan follows the brief without the user's words, and its strategy is credited", async () => {
    const ws = await openInTemp(unhurried);
    const { model, said } = answering(() => "done");
    const plan = { strategy: "Split by file type" };
    for (const prompt of ["One.", "Two."]) await asking(ws, model, { prompt }, { plan });
    expect(said("system")).toMatch(
      /## Strategies With a Track Record\n\n- Split by file type\. Worked 1\/1 time/,
    );
    expect(said("system")).not.toContain("## Task");
    expect(await dataOf(ws, "strategy-observed")).toMatchObject([{ success: true }, { success: true }]);
  });
});
