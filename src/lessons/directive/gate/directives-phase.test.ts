import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compliance, directiveOf, rule, shortIdIn, topics } from "../../../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../../../tests/support/insights.js";
import { outcome } from "../../../../tests/support/whetstone.js";

const phase = "build";
const predicate = "grep:req\\.body as :src/**/*.ts";

/** A project with one critical directive that a coder was shown. */
async function shownDirective(changes: Parameters<typeof rule>[0] = {}) {
  const { ws, clock } = await openInsights();
  const write = (text: string) => {
    mkdirSync(join(ws.folder, "src"), { recursive: true });
    writeFileSync(join(ws.folder, "src/server.ts"), text);
  };
  write("export const nothing = 1;\n");
  const { lesson } = await ws.lessons.add(rule({ priority: "critical", ...changes }));
  const brief = await ws.brief({ role: "coder", phase, run: "r-1", taskId: "bd-1" });
  const id = shortIdIn(brief, lesson);
  const ack = (output: string) => ws.acknowledge({ brief: brief.id, output });
  const review = (...lines: readonly string[]) =>
    ws.review({ phase, run: "r-2", origin: "agent:reviewer", output: compliance(...lines) });
  const gate = () => ws.gate({ phase });
  return { ws, clock, lesson, brief, id, write, ack, review, gate };
}

describe("a phase", () => {
  it("a phase goes from a directive to a brief, an answer, a review, a check, the gate and an outcome", async () => {
    const { ws, lesson, brief, id, write, ack, review, gate } = await shownDirective({
      verificationPredicate: predicate,
    });
    write("const body = schema.parse(req.body);\n");
    expect(brief.text).toContain(
      `- [${id}] critical: Validate every request body with a schema | MUST: parse the body`,
    );
    expect(await ack(`Done.\n\nKNOWLEDGE_APPLIED:${id}\n`)).toMatchObject({
      receipts: [{ lesson, kind: "applied" }],
      unacknowledged: [],
      spoofed: [],
      replayed: false,
    });
    const { compliance: reviewed } = await review(`VERIFIED:${id} evidence=src/server.ts:1`);
    expect(reviewed).toMatchObject({
      verdicts: [{ lesson, verdict: "verified", evidence: "src/server.ts:1" }],
      checks: [{ lesson, passed: true }],
      omitted: [],
      unknown: [],
      escalated: [],
    });
    expect(await gate()).toMatchObject({
      passed: true,
      overridden: false,
      blocks: [],
      answer: "",
      considered: 1,
    });
    await ws.record(outcome({ taskId: "bd-1", run: "r-1" }));
    expect(await directiveOf(ws, lesson)).toMatchObject({ successes: 3, failures: 0, exposures: 1 });
    expect(await ws.status()).toMatchObject({ outcomes: { success: 1 }, shown: { withLessons: 1 } });
    const types = (
      await Promise.all(["phase-begun", "brief-made", "gate-evaluated"].map((type) => eventsOf(ws, type)))
    )
      .flat()
      .map(({ type }) => type);
    expect(types).toEqual(["phase-begun", "brief-made", "gate-evaluated"]);
  });

  it("a phase does not end while a critical directive has no answer, and the answer says what to write", async () => {
    const { lesson, id, ack, gate } = await shownDirective();
    await ack("Done, and I ignored your lines.");
    const closed = await gate();
    expect(closed).toMatchObject({
      passed: false,
      closed: false,
      denials: 1,
      wayOut: null,
      blocks: [{ lesson, shortId: id, reason: "no_receipt" }],
    });
    expect(closed.answer).toContain(`Write: KNOWLEDGE_APPLIED:${id}`);
    expect(closed.answer).toContain(`KNOWLEDGE_N_A:${id} reason=<why>`);
    await ack(`KNOWLEDGE_IGNORED:${id} reason=there is no request in this change`);
    expect(await gate()).toMatchObject({ passed: true });
  });

  it("a phase ends when the agent writes exactly a line that the gate asked for", async () => {
    const { ack, gate } = await shownDirective();
    const [line = ""] = (await gate()).blocks[0]?.write ?? [];
    await ack(line);
    expect((await gate()).passed).toBe(true);
  });

  it.each([
    ["of what was never shown", "KNOWLEDGE_APPLIED:deadbeef", ["deadbeef"]],
    ["in a fence", "```\nKNOWLEDGE_APPLIED:ID\n```", []],
    ["in a quoted prompt", "> KNOWLEDGE_APPLIED:ID", []],
    ["in the repeated contract", "KNOWLEDGE_APPLIED:<id>", []],
  ])("a phase does not end by a forged answer %s", async (_how, text, spoofed) => {
    const { ws, lesson, id, ack, gate } = await shownDirective();
    expect(await ack(text.replace("ID", id))).toMatchObject({
      receipts: [],
      spoofed,
      unacknowledged: [lesson],
    });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ reason: "no_receipt" }] });
    expect((await ws.report()).directives).toMatchObject({ acknowledged: 0, spoofed: spoofed.length });
  });

  it("a phase does not end by an answer to a brief of another role", async () => {
    const { ws, id, gate } = await shownDirective();
    const other = await ws.brief({ role: "designer", phase, run: "r-3" });
    expect(await ws.acknowledge({ brief: other.id, output: `KNOWLEDGE_APPLIED:${id}` })).toMatchObject({
      receipts: [],
      spoofed: [id],
    });
    expect((await gate()).passed).toBe(false);
  });

  it("a phase counts the same review once, however often it is read", async () => {
    const { ws, lesson, id, review } = await shownDirective();
    for (let n = 0; n < 3; n += 1) await review(`VIOLATED:${id} evidence=src/a.ts:1`, "VERIFIED:deadbeef");
    expect(await directiveOf(ws, lesson)).toMatchObject({ failures: 1 });
    expect(await ws.status()).toMatchObject({ receipts: { violated: 1 }, week: { violated: 1 } });
    expect((await ws.report()).directives).toMatchObject({ violated: 1, spoofed: 1 });
    expect(await eventsOf(ws, "output-read")).toHaveLength(1);
  });

  it("what is found twice in one run was violated once", async () => {
    const { ws, lesson, id, review } = await shownDirective();
    await review(`VIOLATED:${id} evidence=src/a.ts:1`);
    await review(`VIOLATED:${id} evidence=src/b.ts:2`);
    expect(await directiveOf(ws, lesson)).toMatchObject({ failures: 1 });
  });

  it("a phase counts what a review leaves out once, however often it is read", async () => {
    const { ws, review } = await shownDirective();
    for (let n = 0; n < 3; n += 1) await review();
    expect(await eventsOf(ws, "receipt-recorded")).toMatchObject([{ data: { kind: "omitted" } }]);
  });

  it("a phase counts a violation again for another run and after it was accepted, and not for another reviewer", async () => {
    const { ws, lesson, id } = await shownDirective();
    const by = { phase, run: "r-2", origin: "agent:reviewer", output: compliance(`VIOLATED:${id}`) };
    const failures = async (changes: Partial<typeof by> = {}) => {
      for (let n = 0; n < 2; n += 1) await ws.review({ ...by, ...changes });
      return (await directiveOf(ws, lesson)).failures;
    };
    expect(await failures()).toBe(1);
    expect(await failures({ run: "r-3" })).toBe(2);
    expect(await failures({ origin: "human" })).toBe(2);
    await ws.gate({ phase, override: "accepted for this release" });
    await ws.beginPhase({ phase });
    await ws.brief({ role: "coder", phase, run: "r-4" });
    expect(await failures()).toBe(3);
  });

  it("a phase that a reviewer found wanting stays open whatever its coder answers, until a reviewer verifies it", async () => {
    const { id, ack, review, gate } = await shownDirective();
    await review(`VIOLATED:${id} evidence=src/a.ts:1`);
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    const closed = await gate();
    expect(closed).toMatchObject({ passed: false, blocks: [{ reason: "violated" }] });
    expect(closed.answer).toContain("a reviewer found it violated, and none has verified it since");
    expect(closed.answer).not.toContain(`Write: KNOWLEDGE_APPLIED:${id}`);
    await review(`VERIFIED:${id} evidence=src/a.ts:1`);
    expect((await gate()).passed).toBe(true);
  });

  it("a phase counts a violation that a reviewer repeats after it was verified", async () => {
    const { id, review, gate } = await shownDirective();
    await review(`VIOLATED:${id} evidence=src/a.ts:1`);
    await review(`VERIFIED:${id} evidence=src/a.ts:1`);
    expect((await gate()).passed).toBe(true);
    await review(`VIOLATED:${id} evidence=src/a.ts:1`);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ reason: "violated" }] });
  });

  it.each(["before", "after"])(
    "a phase does not count as work that held what an agent says was applied %s its check failed",
    async (when) => {
      const { lesson, id, ws, write, ack, gate } = await shownDirective({ verificationPredicate: predicate });
      write("const body = req.body as A;\n");
      const say = () => ack(`KNOWLEDGE_APPLIED:${id}`);
      if (when === "before") await say();
      await gate();
      if (when === "after") await say();
      expect(await directiveOf(ws, lesson)).toMatchObject({ successes: 0, failures: 1 });
      write("const body = schema.parse(req.body);\n");
      await gate();
      expect(await directiveOf(ws, lesson)).toMatchObject({ successes: 1, failures: 1 });
    },
  );

  it("a phase runs the check again when the same review is read again", async () => {
    const { ws, lesson, id, write, review, gate } = await shownDirective({
      verificationPredicate: predicate,
    });
    const states: boolean[] = [];
    for (const text of [
      "req.body as A",
      "req.body as A",
      "schema.parse(b)",
      "schema.parse(b)",
      "req.body as B",
    ]) {
      write(`const body = ${text};\n`);
      await review(`VERIFIED:${id} evidence=src/server.ts:1`);
      states.push((await gate()).passed);
    }
    expect(states).toEqual([false, false, true, true, false]);
    const found = (kind: string) => [
      { data: { source: "predicate", kind } },
      { data: { source: "reviewer", kind: "verified" } },
    ];
    expect(await eventsOf(ws, "receipt-recorded")).toMatchObject([
      ...found("violated"),
      ...found("verified"),
      ...found("violated"),
    ]);
    expect(await directiveOf(ws, lesson)).toMatchObject({ failures: 2 });
  });

  it("a phase ends once, however often the gate is asked", async () => {
    const { ws, id, ack, review, gate } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    for (let n = 0; n < 3; n += 1) expect((await gate()).passed).toBe(true);
    for (let n = 0; n < 2; n += 1) expect((await ws.endPhase({ phase })).passed).toBe(true);
    const answers = [{ data: { passed: true } }, { data: { passed: false } }, { data: { passed: true } }];
    expect(await eventsOf(ws, "gate-evaluated")).toMatchObject(answers.slice(0, 1));
    await review(`VIOLATED:${id}`);
    expect((await gate()).passed).toBe(false);
    await review(`VERIFIED:${id} evidence=src/a.ts:1`);
    expect((await gate()).passed).toBe(true);
    expect(await eventsOf(ws, "gate-evaluated")).toMatchObject(answers);
  });

  it("a phase does not end by VERIFIED while the check fails, and ends once the file is fixed", async () => {
    const { lesson, id, write, ack, review, gate } = await shownDirective({
      verificationPredicate: predicate,
    });
    write("const body = req.body as Order;\n");
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    const { compliance: reviewed } = await review(`VERIFIED:${id} evidence=src/server.ts:1`);
    expect(reviewed?.checks).toEqual([
      {
        lesson,
        predicate,
        passed: false,
        reason: "matches src/server.ts:1",
        found: ["src/server.ts:1"],
        empty: false,
      },
    ]);
    expect(await gate()).toMatchObject({
      passed: false,
      blocks: [{ lesson, reason: "check_failed", write: [] }],
    });
    await ack(`Really.\nKNOWLEDGE_APPLIED:${id}`);
    expect(await gate()).toMatchObject({ passed: false, denials: 2 });
    write("const body = schema.parse(req.body);\n");
    expect(await gate()).toMatchObject({ passed: true });
  });

  it("the gate reports what the check found, to the program and to the agent", async () => {
    const { id, write, review, gate } = await shownDirective({ verificationPredicate: predicate });
    write("const body = req.body as Order;\n");
    await review(`VERIFIED:${id}`);
    const { blocks, answer } = await gate();
    expect(blocks[0]?.check).toEqual({ predicate, found: ["src/server.ts:1"] });
    expect(answer).toContain("Found: src/server.ts:1");
  });

  it("a phase does not end while a violation stands, and ends once it is fixed", async () => {
    const { lesson, id, ack, review, gate } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    await review(`VIOLATED:${id} evidence=src/server.ts:7`);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "violated" }] });
    await review(`VERIFIED:${id} evidence=src/server.ts:7 parses now`);
    expect(await gate()).toMatchObject({ passed: true });
  });

  it("a phase does not end because other answers pile up after a violation", async () => {
    const { lesson, id, ack, review, gate } = await shownDirective();
    await review(`VIOLATED:${id} evidence=src/server.ts:7`);
    for (let n = 0; n < 25; n += 1) await ack(`Try ${n}.\nKNOWLEDGE_IGNORED:${id} reason=no time`);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "violated" }] });
    await review(`VERIFIED:${id} evidence=src/server.ts:7`);
    expect((await gate()).passed).toBe(true);
  });

  it("a phase does not end because other prompts pile up after an unanswered directive", async () => {
    const { ws, lesson, gate } = await shownDirective();
    for (const text of topics.slice(0, 8))
      await ws.lessons.add(rule({ text, appliesToAgents: ["reviewer"] }));
    for (let n = 0; n < 64; n += 1) await ws.brief({ role: "reviewer", phase, run: `other-${n}` });
    expect(await eventsOf(ws, "lesson-exposed")).toHaveLength(1 + 64 * 8);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_receipt" }] });
  });

  it("a phase does not end when the reviewer says VIOLATED and the check passes", async () => {
    const { lesson, id, write, ack, review, gate } = await shownDirective({
      verificationPredicate: predicate,
    });
    write("export const nothing = 1;\n");
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    const { compliance: reviewed } = await review(`VIOLATED:${id} evidence=the body is not validated at all`);
    expect(reviewed?.checks).toMatchObject([{ passed: true }]);
    for (const denials of [1, 2])
      expect(await gate()).toMatchObject({
        passed: false,
        denials,
        blocks: [{ lesson, reason: "violated" }],
      });
    await review(`VERIFIED:${id} evidence=src/server.ts:1`);
    expect(await gate()).toMatchObject({ passed: true });
  });

  it("a phase ignores a verdict outside the section, or about a directive that it did not show", async () => {
    const { ws, id, gate } = await shownDirective();
    const prose = `VERIFIED:${id} evidence=everywhere\n\nI approve.`;
    expect((await ws.review({ phase, output: prose })).compliance).toMatchObject({ verdicts: [] });
    expect((await ws.review({ phase, output: compliance("VERIFIED:deadbeef") })).compliance).toMatchObject({
      verdicts: [],
      unknown: ["deadbeef"],
    });
    expect((await gate()).passed).toBe(false);
  });

  it("a phase records that a reviewer skipped a critical directive, and stays closed", async () => {
    const { ws, lesson, gate } = await shownDirective();
    const { lesson: minor } = await ws.lessons.add(rule({ text: topics[0] }));
    await ws.brief({ role: "coder", phase, run: "r-1" });
    const { compliance: reviewed } = await ws.review({ phase, output: compliance("Nothing to say.") });
    expect(reviewed).toMatchObject({ verdicts: [], omitted: [lesson] });
    expect((await ws.explain({ id: lesson })).numbers).toMatchObject({ omitted: 1, violated: 0 });
    expect((await ws.explain({ id: minor })).numbers).toMatchObject({ omitted: 0 });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ reason: "no_receipt" }] });
  });
});
