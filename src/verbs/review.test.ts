import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  diffOf,
  eventsOf,
  failing,
  insightWith,
  numbersOf,
  openInsights,
  output,
  patterns,
  refuting,
  verdictOn,
} from "../../tests/support/insights.js";
import { outcome } from "../../tests/support/whetstone.js";
import type { Input, OpenOptions } from "../index.js";

const text = "Retries without a limit overload the queue server";
const file = "src/queue/worker.ts";

/** A judge that was shown one insight in the run it then thinks in. */
async function shownTo(role = "judge", options: OpenOptions = {}, texts: readonly string[] = [text]) {
  const { clock, ws } = await openInsights(options);
  for (const each of texts) await ws.deliberate({ role, run: "r-1", text: patterns(each), files: [file] });
  clock.advance(1_000);
  await ws.brief({ role, run: "r-2" });
  const think = (words: string, changes: Partial<Input<"deliberate">> = {}) =>
    ws.deliberate({ role, run: "r-2", text: words, ...changes });
  const reviewed = async (words: string, changes: Partial<Input<"review">> = {}, verdict = {}) => {
    const { deliberation } = await think(words);
    return ws.review({ output: verdictOn(deliberation, verdict), ...changes });
  };
  return { clock, ws, think, reviewed };
}

describe("the evidence gate", () => {
  it.each([
    ["words alone", "The queue looks fine to me.", 3, 0],
    ["a place that the diff has", `See ${file}:3 for the retry.`, 2, 1],
    ["a line that the diff does not have", `See ${file}:6 for the retry.`, 3, 0],
    ["a file that the diff does not have", "See src/other.ts:3 for the retry.", 3, 0],
    ["what a program printed", output, 1, 1],
    ["only the claim that something was run", "I ran the tests and 12 passed.", 3, 0],
  ])("a PASS reinforces by evidence alone: %s", async (_what, words, evidenceLevel, reinforced) => {
    const { ws, reviewed } = await shownTo();
    const result = await reviewed(words, { diff: diffOf(file) });
    expect(result).toMatchObject({ verdict: "PASS", applied: true, evidenceLevel, aged: [], penalised: [] });
    expect(result.reinforced).toHaveLength(reinforced);
    expect(await numbersOf(ws, text)).toMatchObject({ reinforcements: reinforced, ageing: 0 });
  });

  it("evidence that the caller keeps apart counts", async () => {
    const { ws, think } = await shownTo();
    const { deliberation } = await think("The queue looks fine to me.", { evidence: output });
    expect(await ws.review({ output: verdictOn(deliberation) })).toMatchObject({ evidenceLevel: 1 });
  });

  it("a place is looked up in the project's files when there is no diff", async () => {
    const { ws, think } = await shownTo("judge", { set: [] });
    const { root } = (await ws.status()).project;
    mkdirSync(join(root, "src"));
    writeFileSync(join(root, "src", "a.ts"), "one\ntwo\n");
    const { deliberation: missing } = await think("See src/a.ts:3 for the retry.");
    const { deliberation: there } = await think("See src/a.ts:2 for the retry.");
    expect(await ws.review({ output: verdictOn(missing) })).toMatchObject({
      evidenceLevel: 3,
      reinforced: [],
    });
    expect((await ws.review({ output: verdictOn(there) })).reinforced).toHaveLength(1);
  });

  it("a FAIL reinforces nothing and ages nothing, whatever the evidence", async () => {
    const { ws, reviewed } = await shownTo();
    expect(await reviewed(output, {}, failing)).toMatchObject({ evidenceLevel: 1, reinforced: [], aged: [] });
    expect(await numbersOf(ws, text)).toMatchObject({ reinforcements: 0, successes: 1, ageing: 0 });
  });

  it("a PASS reinforces only what was shown in the run", async () => {
    const { ws } = await shownTo();
    for (const run of ["r-3", undefined]) {
      const { deliberation } = await ws.deliberate({ role: "judge", run, text: output });
      expect(await ws.review({ output: verdictOn(deliberation) })).toMatchObject({
        reinforced: [],
        aged: [],
      });
    }
  });
});

describe("which insights are reinforced", () => {
  const texts = [1, 2, 3, 4, 5, 6, 7].map(
    (n) => `Module number ${n} keeps its handles open until the worker ends`,
  );

  it("insights learned where the deliberation looked are reinforced, and others of its labels age one step", async () => {
    const { ws, think } = await shownTo();
    const far = "The importer ignores the second header of a file";
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(far), files: ["lib/import.ts"] });
    await ws.deliberate({ role: "judge", run: "r-9", text: patterns(text), labels: ["queue"] });
    await ws.brief({ role: "judge", run: "r-2" });
    const { deliberation } = await think(output, { files: ["lib/export.ts"], labels: ["queue"] });
    const { reinforced, aged } = await ws.review({ output: verdictOn(deliberation) });
    expect(reinforced).toEqual([(await insightWith(ws, far)).id]);
    expect(aged).toEqual([(await insightWith(ws, text)).id]);
    expect(await numbersOf(ws, text)).toMatchObject({ ageing: 1, successes: 2, reinforcements: 0 });
    expect(await numbersOf(ws, far)).toMatchObject({ ageing: 0, successes: 2, reinforcements: 1 });
  });

  it("the best five are reinforced when none was learned where the deliberation looked", async () => {
    const { clock, ws } = await openInsights();
    for (const each of texts) {
      for (const run of [each, `${each} again`])
        await ws.deliberate({ role: "judge", run, text: patterns(each) });
      clock.advance(86_400_000);
    }
    await ws.brief({ role: "judge", run: "r-2" });
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-2", text: output });
    const { reinforced, aged } = await ws.review({ output: verdictOn(deliberation) });
    const ids = await Promise.all(texts.map(async (each) => (await insightWith(ws, each)).id));
    expect(reinforced).toEqual(ids.slice(2).toReversed());
    expect(aged).toEqual([]);
  });

  it("an insight that the same verdict refutes is neither reinforced nor aged", async () => {
    const { ws, reviewed } = await shownTo("judge", {}, [text, ...texts.slice(0, 1)]);
    const result = await reviewed(output + patterns(text), {}, refuting(text));
    expect(result.penalised).toMatchObject([{ text, by: "substring" }]);
    expect(result.reinforced).toEqual([(await insightWith(ws, texts[0] ?? "")).id]);
    expect(result.aged).toEqual([]);
  });

  it("an insight of another role is reinforced too, if it was shown", async () => {
    const { ws } = await openInsights();
    for (const [task, label] of [
      ["bd-1", "bug"],
      ["bd-2", "auth"],
    ])
      await ws.deliberate({
        role: "auditor",
        run: task,
        taskId: task,
        labels: [label ?? ""],
        text: patterns(text),
      });
    await ws.brief({ role: "judge", run: "r-2", labels: ["bug"] });
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-2", text: output });
    await ws.review({ output: verdictOn(deliberation) });
    expect(await numbersOf(ws, text, "auditor")).toMatchObject({ reinforcements: 1 });
  });
});

describe("a false positive", () => {
  it.each([
    ["sentinel", "lens", 1.5, 0.4],
    ["inspector", "curator", 1.5, 0.4],
    ["judge", "inspector", 1, 0.5],
    ["judge", "sentinel", 1, 0.5],
    ["auditor", "curator", 1, 0.5],
  ])(
    "a false positive of %s costs that role, not %s who refuted it",
    async (role, validatorRole, ignoreWeight, successRate) => {
      const { ws, reviewed } = await shownTo(role);
      await reviewed("Nothing else.", { validatorRole }, refuting(text));
      expect(await numbersOf(ws, text, role)).toMatchObject({ ignores: 1, ignoreWeight, successRate });
    },
  );

  it("a false positive that another role had learned costs that other role", async () => {
    const { ws } = await openInsights();
    for (const [task, label] of [
      ["bd-1", "bug"],
      ["bd-2", "auth"],
    ])
      await ws.deliberate({
        role: "sentinel",
        run: task,
        taskId: task,
        labels: [label ?? ""],
        text: patterns(text),
      });
    await ws.brief({ role: "judge", run: "r-2", labels: ["bug"] });
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-2", text: "Nothing else." });
    await ws.review({ output: verdictOn(deliberation, refuting(text)) });
    expect(await numbersOf(ws, text, "sentinel")).toMatchObject({ ignores: 1, ignoreWeight: 1.5 });
  });

  it("a false positive that was borrowed and repeated costs both roles, and is reinforced in neither", async () => {
    const { ws } = await openInsights();
    for (const task of ["bd-1", "bd-2"])
      await ws.deliberate({
        role: "sentinel",
        run: task,
        taskId: task,
        labels: ["bug", task],
        text: patterns(text),
      });
    await ws.brief({ role: "judge", run: "r-2", labels: ["bug"] });
    const { deliberation } = await ws.deliberate({
      role: "judge",
      run: "r-2",
      text: output + patterns(text),
    });
    const { penalised, unmatched, reinforced } = await ws.review({
      output: verdictOn(deliberation, refuting(text)),
    });
    const ids = [(await insightWith(ws, text)).id, (await insightWith(ws, text, "sentinel")).id];
    expect(penalised.map(({ lesson }) => lesson).toSorted()).toEqual(ids.toSorted());
    expect({ unmatched, reinforced }).toEqual({ unmatched: [], reinforced: [] });
    expect(await numbersOf(ws, text)).toMatchObject({ ignores: 1, ignoreWeight: 1, successes: 0 });
    expect(await numbersOf(ws, text, "sentinel")).toMatchObject({
      ignores: 1,
      ignoreWeight: 1.5,
      successes: 2,
    });
  });

  it("a false positive costs more in roles that are set to be severe, in any case of letters", async () => {
    const { ws, reviewed } = await shownTo("judge", {
      set: ["store.kind=memory", 'insights.severeRoles=["Judge"]'],
    });
    await reviewed("Nothing else.", {}, refuting(text));
    expect(await numbersOf(ws, text)).toMatchObject({ ignores: 1, ignoreWeight: 1.5 });
  });

  it.each([
    ["the id of a finding", { finding: "A1" }, "finding"],
    ["its very words", { text }, "substring"],
    ["most of its words", { text: "Retries without any limit overload a queue server" }, "overlap"],
  ])("a false positive is found by %s", async (_what, falsePositive, by) => {
    const { ws, reviewed } = await shownTo();
    const words = patterns(`[A1] ${text}`);
    const { penalised, unmatched } = await reviewed(words, {}, { falsePositives: [falsePositive] });
    expect(unmatched).toEqual([]);
    expect(penalised).toMatchObject([{ lesson: (await insightWith(ws, text)).id, by }]);
  });

  it("a false positive that fits two insights penalises neither, and is reported as unmatched", async () => {
    const both = ["Retries overload the queue server at night", "Retries overload the queue server at noon"];
    const { ws, reviewed } = await shownTo("judge", {}, both);
    const result = await reviewed("Nothing else.", {}, refuting("Retries overload the queue server"));
    expect(result).toMatchObject({
      applied: true,
      penalised: [],
      unmatched: [{ finding: null, text: "Retries overload the queue server", reason: "ambiguous" }],
    });
    for (const each of both) expect(await numbersOf(ws, each)).toMatchObject({ ignores: 0, score: 1 });
    expect((await ws.metrics()).text.match(/false_positives_unmatched_total\{role="judge"\} (\d)/)?.[1]).toBe(
      "1",
    );
  });

  it.each([
    ["fits nothing", { text: "The parser accepts trailing commas" }, "no_match"],
    ["names a finding that is not there", { finding: "Z9" }, "unknown_finding"],
    ["says the contrary", { text: "Retries without a limit never overload the queue server" }, "no_match"],
  ])("a false positive that %s penalises no insight", async (_what, falsePositive, reason) => {
    const { ws, reviewed } = await shownTo();
    expect(await reviewed(patterns(`[A1] ${text}`), {}, { falsePositives: [falsePositive] })).toMatchObject({
      penalised: [],
      unmatched: [{ reason }],
    });
    expect(await numbersOf(ws, text)).toMatchObject({ ignores: 0 });
  });

  it("a false positive that is named twice in one verdict costs once", async () => {
    const { ws, reviewed } = await shownTo();
    await reviewed("Nothing else.", {}, refuting(text, text));
    expect(await numbersOf(ws, text)).toMatchObject({ ignores: 1, ignoreWeight: 1 });
  });
});

it("a verdict in loose words refutes all the same, and the answer says what was not read", async () => {
  const { ws, think } = await shownTo();
  const { deliberation } = await think(text);
  const loose = {
    verdict: "request_changes",
    issues: [{ id: "C1", summary: "no rollback" }],
    must_fix: ["C2"],
    falsePositives: [text],
    deliberation,
  };
  const output = `<!-- jkz:verdict-json ${JSON.stringify(loose)} -->`;
  expect(await ws.review({ output })).toMatchObject({
    verdict: "FAIL",
    penalised: [{ text }],
    unread: ["'must_fix' names \"C2\", which is not an issue"],
  });
});

describe("a verdict without effect", () => {
  const untouched = { reinforcements: 0, ignores: 0, ageing: 0 };

  it.each([
    ["when it names no deliberation", () => ({ output: verdictOn(undefined) }), "names no deliberation"],
    [
      "when there is no such deliberation",
      () => ({ output: verdictOn("none-1") }),
      "there is no deliberation 'none-1'",
    ],
    ["when there is no verdict", () => ({ output: "All fine, PASS." }), "no verdict-json block"],
    [
      "when it is neither PASS nor FAIL",
      (id: string) => ({ output: verdictOn(id, refuting(text)).replace('"PASS"', '"PASS|FAIL"') }),
      "'verdict' must be PASS or FAIL",
    ],
    [
      "when the role judges itself",
      (id: string) => ({ output: verdictOn(id, refuting(text)), validatorRole: "Judge" }),
      "'judge' cannot judge its own deliberation",
    ],
    [
      "when it means another role's deliberation",
      (id: string) => ({ output: verdictOn(id, refuting(text)), adversarialRole: "auditor" }),
      "the deliberation is by 'judge', not by 'auditor'",
    ],
    [
      "when the block stands in a fence",
      (id: string) => ({ output: `\`\`\`\n${verdictOn(id, refuting(text))}\n\`\`\`` }),
      "no verdict-json block",
    ],
  ])("a verdict has no effect, and the answer says why, %s", async (_when, input, reason) => {
    const { ws, think } = await shownTo();
    const { deliberation } = await think(output);
    const result = await ws.review(input(deliberation));
    expect(result).toMatchObject({ id: "", applied: false, penalised: [], reinforced: [], aged: [] });
    expect(result.reason).toContain(reason);
    expect(await numbersOf(ws, text)).toMatchObject(untouched);
    expect(await eventsOf(ws, "verdict-recorded")).toEqual([]);
    expect((await ws.status()).lost).toBe(1);
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail).toContain(reason);
  });

  it("a verdict that came before the deliberation has no effect", async () => {
    const { clock, ws, think } = await shownTo();
    const { deliberation } = await think(output);
    clock.advance(-1);
    const early = await ws.review({ output: verdictOn(deliberation) });
    expect(early).toMatchObject({
      applied: false,
      reason: expect.stringContaining("is later than the verdict"),
    });
    clock.advance(1);
    expect(await ws.review({ output: verdictOn(deliberation) })).toMatchObject({ applied: true });
  });

  it("a verdict has no effect when no role is known to judge the deliberation's, and none is named", async () => {
    const { ws, think } = await shownTo("coder");
    const { deliberation } = await think(output);
    expect((await ws.review({ output: verdictOn(deliberation) })).reason).toContain(
      "no role is known to judge 'coder'",
    );
    expect(await ws.review({ output: verdictOn(deliberation), validatorRole: "tester" })).toMatchObject({
      applied: true,
      validatorRole: "tester",
    });
  });

  it("a second verdict of the same validator has no effect, but another validator's has", async () => {
    const { ws, think } = await shownTo();
    const { deliberation } = await think(output);
    const first = await ws.review({ output: verdictOn(deliberation) });
    expect(await ws.review({ output: verdictOn(deliberation, refuting(text)) })).toEqual({
      ...first,
      applied: false,
      replayed: true,
      reason: "'inspector' has judged this deliberation before",
    });
    expect((await ws.status()).lost).toBe(0);
    expect(await numbersOf(ws, text)).toMatchObject({ reinforcements: 1, ignores: 0 });
    await ws.review({ output: verdictOn(deliberation, refuting(text)), validatorRole: "lens" });
    expect(await numbersOf(ws, text)).toMatchObject({ reinforcements: 1, ignores: 1 });
  });
});

describe("a verdict that is read again", () => {
  it("a verdict that is read again answers what it did the first time, with the regression", async () => {
    const { ws } = await openInsights();
    const regressions: boolean[] = [];
    for (let n = 0; n < 5; n += 1) {
      await ws.brief({ role: "judge", run: `r-${n}` });
      const { deliberation } = await ws.deliberate({
        role: "judge",
        run: `r-${n}`,
        text: output + patterns(text),
      });
      const input = { output: verdictOn(deliberation, n === 4 ? refuting(text) : {}) };
      const first = await ws.review(input);
      const { penalised, reinforced, id } = await ws.review(input);
      expect({ penalised, reinforced, id }).toEqual({
        penalised: first.penalised,
        reinforced: first.reinforced,
        id: first.id,
      });
      regressions.push(...penalised.map(({ regression }) => regression));
    }
    expect(regressions).toEqual([true]);
    expect(await numbersOf(ws, text)).toMatchObject({ ignores: 1, successes: 5 });
  });
});

describe("who judges whom", () => {
  it.each([
    ["auditor", "curator"],
    ["judge", "inspector"],
    ["sentinel", "lens"],
  ])("the role %s is judged by %s by convention", async (role, validatorRole) => {
    const { reviewed } = await shownTo(role);
    expect(await reviewed(output)).toMatchObject({ adversarialRole: role, validatorRole, applied: true });
  });

  it("the validator can be set, or named by the call, in any case of letters", async () => {
    const { reviewed } = await shownTo("Coder", {
      set: ["store.kind=memory", 'insights.pairs=["Tester:Coder"]'],
    });
    expect(await reviewed(output)).toMatchObject({ adversarialRole: "coder", validatorRole: "tester" });
    const { reviewed: again } = await shownTo();
    expect(await again(output, { adversarialRole: "JUDGE", validatorRole: "Second-Reader" })).toMatchObject({
      adversarialRole: "judge",
      validatorRole: "second-reader",
    });
  });

  it("the verdict is recorded with the run and the task it was about", async () => {
    const { ws, think } = await shownTo();
    await ws.record(outcome({ run: "r-2" }));
    const { deliberation } = await think(output, { taskId: "bd-7" });
    const { id } = await ws.review({ output: verdictOn(deliberation, failing) });
    expect(await eventsOf(ws, "verdict-recorded")).toMatchObject([
      {
        id,
        run: "r-2",
        task: "bd-7",
        data: { deliberation, role: "judge", validator: "inspector", verdict: "FAIL", mustFix: ["B1"] },
      },
    ]);
  });

  it("the verdict is recorded in the run of the deliberation, not in the validator's", async () => {
    const { ws, think } = await shownTo();
    const { deliberation } = await think(output + patterns(text), { labels: ["bug"], files: [file] });
    await ws.review({ output: verdictOn(deliberation, refuting(text)), run: "inspector-run" });
    const { id: lesson } = await insightWith(ws, text);
    const penalised = [{ lesson, by: "substring", unearned: false, regression: false }];
    expect(await eventsOf(ws, "verdict-recorded")).toMatchObject([
      { run: "r-2", data: { labels: ["bug"], files: [file], penalised } },
    ]);
  });
});
