import { describe, expect, it } from "vitest";
import { contextWith } from "../../../tests/support/context-with.js";
import { openInsights, patterns, verdictOn } from "../../../tests/support/insights.js";
import { manyOf, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../index.js";
import type { LessonSearch } from "../../search/lesson-search.js";
import { loadSearch } from "./fail-open.js";

const unhurried = ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000"];
const text = patterns("Retries without a limit overload the queue server");

/** A project whose log has at least this many events, opened again with other settings. */
async function grown(events: number, set: readonly string[]) {
  const before = await openInTemp({ set: unhurried });
  const { deliberation } = await before.deliberate({ role: "judge", run: "r-1", text });
  const missing = events - (await before.status()).log.events;
  await before.recordMany(
    manyOf(Array.from({ length: missing }, (_, index) => ({ line: index + 1, value: outcome() }))),
  );
  expect((await before.status()).log.events).toBe(events);
  await before.close();
  const folded: number[] = [];
  const onRebuild = (done: number) => folded.push(done);
  const ws = await openInTemp({ root: before.folder, set: [...unhurried, ...set], onRebuild });
  return { ws, deliberation, folded };
}

const readModels = async (ws: Whetstone) =>
  (await ws.doctor()).checks.find(({ name }) => name === "read models");

describe("when a setting changed the fold of a long log", () => {
  it("brief, deliberate and review do not fold a long log again: they report what to do, and work after it", async () => {
    const { ws, deliberation, folded } = await grown(2_001, ["insights.decayDays=7"]);
    const prompt = "Judge this.\n";
    const output = verdictOn(deliberation);
    const answers = [
      await ws.brief({ role: "judge", run: "r-2", prompt }),
      await ws.deliberate({ role: "judge", run: "r-2", text }),
      await ws.review({ output }),
      await ws.brief({ role: "../judge", prompt }),
    ];
    expect(answers[0]).toMatchObject({ prompt, text: "", form: "nothing", shown: [] });
    expect(answers.map(({ failed }) => failed?.code)).toEqual(["busy", "busy", "busy", "invalid_input"]);
    for (const { failed } of answers.slice(0, 3)) {
      expect(failed?.reason).toContain("2001 events");
      expect(failed?.reason).toContain("whetstone rebuild");
    }
    expect(folded).toEqual([]);

    expect(await ws.rebuild()).toMatchObject({ events: 2_001 });
    expect(await ws.brief({ role: "judge", run: "r-2", prompt })).toMatchObject({
      form: "full",
      patterns_found: 1,
    });
    expect(await ws.deliberate({ role: "judge", run: "r-3", text })).toMatchObject({
      insights: [{ echo: false }],
    });
    expect(await ws.review({ output })).toMatchObject({ applied: true });
    expect(folded).toEqual([]);
    expect(await ws.status()).toMatchObject({ lost: 4 });
    expect(await readModels(ws)).toMatchObject({ state: "ok" });
  });

  it("a verb without a time limit folds a long log, and then brief, deliberate and review work too", async () => {
    const { ws, folded } = await grown(2_001, ["insights.decayDays=7"]);
    await ws.record(outcome());
    expect(folded.at(-1)).toBe(2_001);
    expect(await ws.brief({ role: "judge", run: "r-2" })).toMatchObject({ form: "full", patterns_found: 1 });
  });

  it("a log of 2,000 events is folded during the call", async () => {
    const { ws, folded } = await grown(2_000, ["insights.decayDays=7"]);
    expect(await ws.brief({ role: "judge", run: "r-2" })).toMatchObject({ form: "full", patterns_found: 1 });
    expect(folded.at(-1)).toBe(2_000);
  });

  it("a setting that changes no row stops no caller", async () => {
    const { ws, folded } = await grown(2_001, [
      "insights.pairs=tester:judge",
      "insights.adversarialBudgetTokens=400",
    ]);
    expect(await ws.brief({ role: "judge", run: "r-2" })).toMatchObject({ form: "full", budgetTokens: 400 });
    expect(folded).toEqual([]);
  });
});

const nothing: object = Object.create(null);
const unspeakable = {
  toString() {
    throw new Error("no words");
  },
};

describe("input with a wrong type where a text should be", () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["a role without a prototype", { role: nothing }, "role"],
    ["a role that cannot be turned into words", { role: unspeakable }, "role"],
    ["a role that is a symbol", { role: Symbol("judge") }, "role"],
    ["a role that is a big number", { role: 10n ** 40n }, "role"],
    ["a role that is a function", { role: () => "judge" }, "role"],
    ["a run that is a number", { role: "Judge", run: 5 }, "run"],
    ["a run without a prototype", { role: "Judge", run: nothing }, "run"],
    [
      "a prompt that cannot be turned into words",
      { role: "Judge", run: "r-1", prompt: unspeakable },
      "prompt",
    ],
  ])("brief answers input that has no text where a text should be: %s", async (_what, input, field) => {
    const { ws } = await openInsights();
    const answer = await ws.brief(input as never);
    expect(answer).toEqual({
      id: "",
      role: field === "role" ? "" : "judge",
      run: input.run === "r-1" ? "r-1" : "",
      text: "",
      prompt: "",
      form: "nothing",
      tokens: 0,
      budgetTokens: field === "role" ? 500 : 800,
      memory_queried: 0,
      patterns_found: 0,
      by: "words",
      model: null,
      shown: [],
      dropped: [],
      failed: { code: "invalid_input", reason: expect.stringContaining(`brief: '${field}': `) },
    });
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 1, lost: 1 });
  });

  it.each([
    ["without a prototype", nothing],
    ["that cannot be turned into words", unspeakable],
    ["that is a number", 5],
  ])("deliberate and review answer input whose role is not a text: a role %s", async (_what, role) => {
    const { ws } = await openInsights();
    expect(await ws.deliberate({ role, text } as never)).toMatchObject({
      role: "",
      deliberation: "",
      failed: { code: "invalid_input" },
    });
    const judged = await ws.review({ output: "x", validatorRole: role } as never);
    expect(judged).toMatchObject({ applied: false, validatorRole: null, failed: { code: "invalid_input" } });
    expect(judged.reason).toBe(judged.failed?.reason);
  });

  it.each([
    ["brief", { role: "judge", taskid: "bd-1" }, "taskid", "taskId"],
    ["deliberate", { role: "judge", text, runId: "r-1" }, "runId", "run"],
    ["review", { output: "x", validator: "curator" }, "validator", "validatorRole"],
    ["reflect", { tool: "Bash", exitCode: 1 }, "exitCode", "facts.exitCode"],
    ["reflect", { tool: "Bash", facts: { exitcode: 1 } }, "facts.exitcode", "exitCode"],
    ["acknowledge", { output: "x", runId: "r-1" }, "runId", "run"],
    ["checkTool", { tool: "Bash", comand: "ls", failOpen: true }, "comand", "command"],
    ["deliberate", { role: "judge", text, task: "bd-1" }, "task", "taskId"],
    ["checkTool", { tool: "Bash", task: "bd-1" }, "task", "taskId"],
    ["endPhase", { phase: "build", adapter: "npm" }, "adapter", "adaptersUsed"],
  ] as const)(
    "%s throws a field that it does not know, and names the nearest",
    async (verb, input, field, near) => {
      const { ws } = await openInsights();
      const call = ws[verb] as (input: unknown) => Promise<unknown>;
      await expect(call(input)).rejects.toMatchObject({
        code: "invalid_input",
        field,
        message: expect.stringContaining(`there is no such field. Did you mean '${near}'?`),
      });
      expect(await ws.status()).toMatchObject({ log: { events: 0 }, lost: 0 });
    },
  );

  it("brief returns a valid prompt although another field is not a text", async () => {
    const { ws } = await openInsights();
    const prompt = "\ufeff# Task\r\n\u0000";
    expect(await ws.brief({ role: nothing, prompt } as never)).toMatchObject({ prompt });
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, lost: 1 });
  });
});

describe("what is loaded before the time of a brief begins", () => {
  it("the model and the project's own index are loaded before it", async () => {
    const asked: string[] = [];
    const search = {
      position: async (project: string) => {
        asked.push(project);
        return 0;
      },
    };
    await loadSearch(contextWith(async () => search as LessonSearch));
    expect(asked).toEqual(["test"]);
  });

  it("an index that cannot be loaded stops nothing", async () => {
    await expect(
      loadSearch(contextWith(() => Promise.reject(new Error("no model")))),
    ).resolves.toBeUndefined();
  });
});
