import { describe, expect, it } from "vitest";
import {
  dayMs,
  hourMs,
  insightWith,
  numbersOf,
  openInsights,
  output,
  patterns,
  refuting,
  verdictOn,
} from "../../../tests/support/insights.js";
import { outcome } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../index.js";
import { reportHtml, reportMarkdown } from "../../index.js";

const wrong = [
  "The cache of the session module is not safe for threads",
  "Every handler must close the database connection itself",
  "Slow queries are caused by missing indexes on the audit table",
];
const right = [
  "Retries without a limit overload the queue server",
  "Feature flags are read once at the start of the worker",
];
const files = ["src/queue/worker.ts"];
/** What any text is seen with the first time, and what makes another situation of it. */
const here = { taskId: "bd-1", labels: ["bug"], files };
const there = { taskId: "bd-2", labels: ["auth"], files };

/** One run of the pipeline: the judge is briefed, thinks, is judged by the inspector, and the work ends. */
async function pipeline(
  ws: Whetstone,
  run: string,
  says: (brief: string) => readonly string[],
  refuted = wrong,
) {
  const { text } = await ws.brief({ role: "judge", run, files });
  const said = says(text);
  const answer = output + patterns(...said);
  const { deliberation } = await ws.deliberate({
    role: "judge",
    run,
    taskId: `bd-${run}`,
    files,
    text: answer,
  });
  const falsePositives = said.filter((each) => refuted.includes(each));
  const review = await ws.review({ output: verdictOn(deliberation, refuting(...falsePositives)) });
  await ws.record(outcome({ run, taskId: `bd-${run}` }));
  return { brief: text, review };
}

describe("the loop over many runs", () => {
  it("the loop drops what is refuted, raises what holds up, and reports what is refuted later", async () => {
    const { clock, ws } = await openInsights({ set: [] });
    const briefs: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      // In its first runs it raises them by itself, later only what its brief still says.
      const says = (brief: string) => [...right, ...wrong.filter((text) => n < 3 || brief.includes(text))];
      briefs.push((await pipeline(ws, String(n), says)).brief);
      clock.advance(dayMs);
    }
    const inBrief = (lines: readonly string[]) =>
      briefs.map((brief) => lines.filter((line) => brief.includes(line)).length);
    const avoided = wrong.map((text) => `- AVOID raising without new evidence: ${text}`);
    expect(inBrief(avoided)).toEqual([0, ...Array(29).fill(3)]);
    expect(inBrief(wrong.map((text) => `- ${text}`))).toEqual(Array(30).fill(0));
    expect(inBrief(right.map((text) => `- ${text}`)).slice(1)).toEqual(Array(29).fill(2));

    clock.advance(100 * dayMs);
    const idle = await ws.brief({ role: "judge", run: "idle" });
    expect(idle.shown.map(({ text }) => text).sort()).toEqual(
      right.map((text) => `- ${text} [30x validated]`).sort(),
    );
    expect(await numbersOf(ws, right[0] ?? "")).toMatchObject({
      decay: 1,
      reinforcements: 30,
      sightings: 30,
      echoes: 29,
    });

    const [turned = "", stays = ""] = right;
    await pipeline(ws, "again", () => right);
    const { review } = await pipeline(ws, "late", () => right, [turned]);
    expect(review.penalised).toMatchObject([{ text: turned, regression: true }]);
    expect(review.reinforced).toHaveLength(1);
    const report = await ws.report();
    expect(report.insights.regressions).toMatchObject([{ text: turned, reinforcements: 0, ignores: 1 }]);
    const { text: brief } = await ws.brief({ role: "judge", run: "after" });
    expect(brief).toContain(`- ${turned} [+31 net, 1x ignored, regressed]`);
    expect(brief.indexOf(stays)).toBeLessThan(brief.indexOf(turned));
    for (const page of [reportMarkdown(report), reportHtml(report)]) {
      expect(page).toContain("an insight of judge that had held up was refuted");
      expect(page.indexOf("Regressions")).toBeLessThan(page.indexOf("Insights by role"));
    }
    clock.advance(40 * dayMs);
    expect((await ws.brief({ role: "judge", run: "later" })).text).not.toContain(turned);

    const doctor = await ws.doctor();
    expect(doctor.checks.filter(({ state }) => state === "problem")).toEqual([]);
    expect(doctor.checks.find(({ name }) => name === "read models")?.detail).toBe(
      "every row is what the log says",
    );
    const rows = await ws.lessons.list();
    await ws.rebuild();
    expect(await ws.lessons.list()).toEqual(rows);
  });

  it("an insight is immune after the third reinforcement, and a regression takes three to clear", async () => {
    const { clock, ws } = await openInsights();
    const [text = ""] = right;
    const decayAfter14Days = async () => {
      clock.advance(14 * dayMs);
      const { decay } = await numbersOf(ws, text);
      clock.advance(-14 * dayMs);
      return decay;
    };
    await pipeline(ws, "0", () => [text]);
    const decays: unknown[] = [];
    for (const run of ["1", "2", "3", "refuted", "4", "5", "6"]) {
      clock.advance(hourMs);
      await pipeline(ws, run, () => [text], run === "refuted" ? [text] : []);
      decays.push(await decayAfter14Days());
    }
    expect(decays).toEqual([0.3679, 1, 1, 0.3668, 0.3679, 0.3679, 1]);
    expect((await ws.report()).insights.regressions).toEqual([]);
  });
});

describe("what turns out wrong", () => {
  const [text = ""] = right;
  /**
   * The judge is shown what it knows, says or does not say it again, and the inspector passes the rest on
   * evidence.
   */
  const judged = async (ws: Whetstone, run: string, { says = true, refuted = true } = {}) => {
    const { shown } = await ws.brief({ role: "judge", run, files });
    const answer = output + (says ? patterns(text) : "");
    const { deliberation } = await ws.deliberate({
      role: "judge",
      run,
      taskId: `bd-${run}`,
      files,
      text: answer,
    });
    await ws.review({ output: verdictOn(deliberation, refuted ? refuting(text) : {}) });
    return shown.length;
  };

  it("a refuted insight is in no brief but as a warning, however often the role repeats it", async () => {
    const { clock, ws } = await openInsights();
    for (let n = 0; n < 60; n += 1) {
      clock.advance(dayMs);
      await judged(ws, String(n));
      const { shown } = await ws.brief({ role: "judge", files });
      expect(shown.map((line) => line.text)).toEqual([
        expect.stringContaining(`AVOID raising without new evidence: ${text}`),
      ]);
    }
  });

  it("a warning that is obeyed neither ages nor rises", async () => {
    const { ws } = await openInsights();
    await judged(ws, "0");
    for (const run of ["1", "2", "3", "4"])
      expect(await judged(ws, run, { says: false, refuted: false })).toBe(1);
    expect(await numbersOf(ws, text)).toMatchObject({
      reinforcements: 0,
      successes: 1,
      ignores: 1,
      ageing: 0,
    });
  });

  it("a refuted insight is confirmed once the role says it again and passes", async () => {
    const { ws } = await openInsights();
    await judged(ws, "0");
    await judged(ws, "1", { refuted: false });
    expect(await numbersOf(ws, text)).toMatchObject({
      reinforcements: 1,
      successes: 2,
      ignores: 1,
      ageing: 0,
    });
  });

  it("a refuted insight loses what its refuted wording had earned, and keeps what it earned before", async () => {
    const { ws } = await openInsights();
    for (const run of ["0", "1", "2"]) await ws.deliberate({ role: "judge", run, text: patterns(text) });
    const { deliberation } = await ws.deliberate({ role: "judge", run: "3", text: patterns(text) });
    await ws.review({ output: verdictOn(deliberation, refuting(text)) });
    expect(await numbersOf(ws, text)).toMatchObject({ successes: 3, ignores: 1 });
    await judged(ws, "4");
    expect(await numbersOf(ws, text)).toMatchObject({ successes: 3, ignores: 2, echoes: 1 });
  });
});

describe("nothing confirms itself", () => {
  const [text = ""] = right;

  it("a line repeated in the run that was shown it changes nothing but the count of echoes", async () => {
    const { clock, ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text), ...here });
    clock.advance(dayMs);
    await ws.brief({ role: "judge", run: "r-2" });
    const before = await numbersOf(ws, text);
    const again = await ws.deliberate({
      role: "judge",
      run: "r-2",
      text: patterns(`**${text}!**`),
      ...there,
    });
    expect(again.insights).toMatchObject([{ echo: true, state: "observed" }]);
    expect(await numbersOf(ws, text)).toEqual({ ...before, echoes: 1 });
    clock.advance(dayMs);
    expect((await numbersOf(ws, text)).decay).toBeCloseTo(Math.exp(-2 / 14), 4);
  });

  it("the same words in another run that was not shown them are a sighting", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text), ...here });
    await ws.brief({ role: "judge", run: "r-2" });
    const other = await ws.deliberate({ role: "judge", run: "r-3", text: patterns(text), ...there });
    expect(other.insights).toMatchObject([{ echo: false, state: "verified" }]);
    expect(await numbersOf(ws, text)).toMatchObject({ sightings: 2, successes: 2, echoes: 0 });
  });

  it("a line that another role learned teaches nothing to the one that repeats it", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "auditor", run: "r-1", text: patterns(text), ...here });
    await ws.deliberate({ role: "auditor", run: "r-2", text: patterns(text), ...there });
    const before = await numbersOf(ws, text, "auditor");
    expect((await ws.brief({ role: "judge", run: "r-3", labels: ["bug"] })).text).toContain(
      `- ${text} [seen 2x, via:auditor]`,
    );
    const again = await ws.deliberate({ role: "judge", run: "r-3", text: patterns(text), ...there });
    expect(again.insights).toMatchObject([{ echo: true, state: "observed" }]);
    expect(await numbersOf(ws, text)).toMatchObject({
      score: 0,
      successes: 0,
      sightings: 0,
      echoes: 1,
      situations: 0,
    });
    expect(await numbersOf(ws, text, "auditor")).toEqual({ ...before, exposures: 1 });
  });

  it("what another role was shown does not make an echo of a role's own words", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "auditor", run: "r-1", text: patterns(text), ...here });
    await ws.brief({ role: "auditor", run: "r-2" });
    const { insights } = await ws.deliberate({ role: "judge", run: "r-2", text: patterns(text), ...here });
    expect(insights).toMatchObject([{ echo: false }]);
  });

  it("everything that a role was ever shown counts as repeated when no run is named", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", text: patterns(text), ...here });
    expect((await ws.deliberate({ role: "judge", text: patterns(text), ...here })).insights).toMatchObject([
      { echo: false, state: "candidate" },
    ]);
    await ws.brief({ role: "judge" });
    const before = await numbersOf(ws, text);
    await ws.deliberate({ role: "judge", text: patterns(text), ...there });
    expect(await numbersOf(ws, text)).toEqual({ ...before, echoes: 1 });
  });

  it("what another role learned and this one was shown counts as repeated when no run is named", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "auditor", run: "r-1", text: patterns(text), ...here });
    await ws.deliberate({ role: "auditor", run: "r-2", text: patterns(text), ...there });
    expect((await ws.brief({ role: "judge", labels: ["bug"] })).shown).toHaveLength(1);
    const { insights } = await ws.deliberate({ role: "judge", text: patterns(text) });
    expect(insights).toMatchObject([{ echo: true, state: "observed" }]);
  });

  it("an insight that is said twice in one run was seen once", async () => {
    const { ws } = await openInsights();
    for (const where of [here, there])
      await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text), ...where });
    expect(await numbersOf(ws, text)).toMatchObject({ sightings: 1, successes: 1, echoes: 1, situations: 1 });
    expect(await insightWith(ws, text)).toMatchObject({ state: "observed" });
  });

  it("the same call with the same key is one sighting", async () => {
    const { ws } = await openInsights();
    const input = { role: "judge", text: patterns(text), key: "once", ...here };
    const first = await ws.deliberate(input);
    expect(await ws.deliberate(input)).toEqual({ ...first, replayed: true });
    expect(await numbersOf(ws, text)).toMatchObject({ sightings: 1, echoes: 0 });
  });
});

describe("every state is reached by verbs alone", () => {
  const [text = ""] = right;
  const see = (ws: Whetstone, run: string, where: typeof here) =>
    ws.deliberate({ role: "judge", run, text: patterns(text), ...where });
  const state = async (ws: Whetstone) => (await insightWith(ws, text)).state;

  it("an insight becomes observed, candidate and verified by evidence, and active only by a person", async () => {
    const { ws } = await openInsights();
    const states: unknown[] = [];
    for (const [run, where] of [
      ["r-1", here],
      ["r-2", { ...here, labels: ["auth"] }],
      ["r-3", { ...here, taskId: "bd-9" }],
      ["r-4", there],
    ] as const) {
      await see(ws, run, { ...where, labels: [...where.labels] });
      states.push(await state(ws));
    }
    expect(states).toEqual(["observed", "candidate", "candidate", "verified"]);
    const { id } = await insightWith(ws, text);
    for (const origin of ["agent:judge", "tool:ci", "llm:any"])
      await expect(ws.lessons.promote({ lesson: id, reason: "it holds", origin })).rejects.toMatchObject({
        field: "origin",
      });
    expect(await state(ws)).toBe("verified");
    const promoted = await ws.lessons.promote({ lesson: id, reason: "it holds", actor: "maintainer" });
    expect(promoted).toMatchObject({ before: "verified", state: "active" });
  });

  it("an insight that is only repeated is verified by a verdict with evidence, which counts as a sighting", async () => {
    const { ws } = await openInsights();
    await see(ws, "r-1", here);
    const states: unknown[] = [];
    for (const [run, where] of [
      ["r-2", here],
      ["r-3", there],
    ] as const) {
      await ws.brief({ role: "judge", run });
      const { deliberation } = await ws.deliberate({
        role: "judge",
        run,
        text: output + patterns(text),
        ...where,
      });
      states.push(await state(ws));
      await ws.review({ output: verdictOn(deliberation) });
      states.push(await state(ws));
    }
    expect(states).toEqual(["observed", "candidate", "candidate", "verified"]);
    expect(await numbersOf(ws, text)).toMatchObject({
      sightings: 3,
      successes: 3,
      echoes: 2,
      reinforcements: 2,
    });
  });

  it("an insight is deprecated after 180 idle days, and a verdict with evidence makes it a candidate again", async () => {
    const { clock, ws } = await openInsights();
    await see(ws, "r-1", here);
    await see(ws, "r-2", there);
    await ws.lessons.promote({ lesson: (await insightWith(ws, text)).id, reason: "it holds" });
    await ws.brief({ role: "judge", run: "long" });
    clock.advance(180 * dayMs - 1);
    expect(await state(ws)).toBe("active");
    clock.advance(1);
    expect(await state(ws)).toBe("deprecated");
    await see(ws, "r-3", here);
    expect(await state(ws)).toBe("deprecated");
    expect((await ws.brief({ role: "judge", run: "r-4", ...here, task: "x" })).shown).toEqual([]);
    const { deliberation } = await ws.deliberate({ role: "judge", run: "long", text: output, files });
    expect((await ws.review({ output: verdictOn(deliberation) })).reinforced).toHaveLength(1);
    expect(await state(ws)).toBe("candidate");
    expect((await ws.brief({ role: "judge", run: "r-5" })).shown).toHaveLength(1);
  });

  it("an insight is deprecated by the tenth verdict to whose point it was and that passes without it", async () => {
    const { ws } = await openInsights();
    const near = "Migrations must run before the queue starts";
    const labels = ["queue"];
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text), labels, files: ["lib/far.ts"] });
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(near), files });
    const states: unknown[] = [];
    for (let n = 1; n <= 10; n += 1) {
      await ws.brief({ role: "judge", run: `b-${n}`, labels, files });
      const said = { role: "judge", run: `b-${n}`, text: output + patterns(near), labels, files };
      const { deliberation } = await ws.deliberate(said);
      await ws.review({ output: verdictOn(deliberation) });
      states.push(await state(ws));
    }
    expect(states).toEqual([...Array(9).fill("observed"), "deprecated"]);
    expect((await ws.explain({ id: (await insightWith(ws, text)).id })).answer.join(" ")).toContain(
      "10 verdicts passed without it",
    );
    expect(
      (await ws.brief({ role: "judge", run: "next" })).shown.map((each) => each.text).join(),
    ).not.toContain(text);
  });

  it("an insight that a person deprecated comes back by a reset, and not by evidence", async () => {
    const { ws } = await openInsights();
    await see(ws, "r-1", here);
    await ws.brief({ role: "judge", run: "r-2" });
    const { id } = await insightWith(ws, text);
    expect(await ws.lessons.retire({ lessons: [id], reason: "out of date" })).toMatchObject({
      retired: [{ state: "deprecated" }],
    });
    const { deliberation } = await ws.deliberate({
      role: "judge",
      run: "r-2",
      text: output + patterns(text),
      ...here,
    });
    expect((await ws.review({ output: verdictOn(deliberation) })).reinforced).toEqual([id]);
    await see(ws, "r-3", there);
    expect(await state(ws)).toBe("deprecated");
    await expect(ws.lessons.promote({ lesson: id, reason: "x" })).rejects.toThrow("out of date");
    expect(await ws.lessons.reset({ lesson: id, reason: "it holds again" })).toMatchObject({
      state: "observed",
    });
    await see(ws, "r-4", here);
    expect(await numbersOf(ws, text)).toMatchObject({ sightings: 1, successes: 1, ignores: 0, echoes: 0 });
  });
});
