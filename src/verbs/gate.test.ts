import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compliance, directiveOf, rule, shortIdIn, topics } from "../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../tests/support/insights.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import { hostSpeaker, programSpeaker } from "./call/speaker.js";

const phase = "build";

/** A project with one critical directive that a coder was shown. */
async function shownDirective() {
  const { ws, clock } = await openInsights();
  const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
  const brief = await ws.brief({ role: "coder", phase, run: "r-1", taskId: "bd-1" });
  const id = shortIdIn(brief, lesson);
  const ack = (output: string) => ws.acknowledge({ brief: brief.id, output });
  const review = (...lines: readonly string[]) =>
    ws.review({ phase, run: "r-2", origin: "agent:reviewer", output: compliance(...lines) });
  const gate = () => ws.gate({ phase });
  return { ws, clock, lesson, id, ack, review, gate };
}

describe("an override", () => {
  it.each([
    ["too short", { override: "because" }, "override"],
    ["blank", { override: "             " }, "override"],
    ["by an agent", { override: "the architect agreed to it", origin: "agent:coder" }, "origin"],
    [
      "by one who calls itself the architect",
      { override: "the plan says so", origin: "agent:architect" },
      "origin",
    ],
    ["by a tool", { override: "the architect agreed to it", origin: "tool:hook" }, "origin"],
    [
      "by one who calls itself human",
      { override: "the architect agreed to it", origin: "agent:human" },
      "origin",
    ],
  ])("an override that is %s is refused, and the gate stays closed", async (_what, input, field) => {
    const { ws, gate } = await shownDirective();
    await expect(ws.gate({ phase, ...input })).rejects.toMatchObject({ code: "invalid_input", field });
    expect(await eventsOf(ws, "gate-overridden")).toEqual([]);
    expect((await gate()).passed).toBe(false);
  });

  it.each([
    ["a person", "human", programSpeaker("human", "maintainer")],
    ["the architect, as its host knows it", "agent:architect", hostSpeaker("claude-code")],
    ["the architect of an orchestrator", "agent:architect", programSpeaker("system:swarm", "swarm")],
  ])("an override by %s lets the phase end, and is recorded", async (_who, origin, speaker) => {
    const { ws, lesson, gate } = await shownDirective();
    const override = "accepted until the migration is done";
    const passed = await ws.as(speaker).gate({ phase, override, origin, actor: "maintainer" });
    expect(passed).toMatchObject({
      passed: true,
      overridden: true,
      blocks: [{ lesson, reason: "no_receipt" }],
    });
    expect(await eventsOf(ws, "gate-overridden")).toMatchObject([
      { actor: "maintainer", origin, data: { phase, justification: override, lessons: [lesson] } },
    ]);
    expect(await gate()).toMatchObject({ passed: true, overridden: false });
  });

  it("an orchestrator is told how its architect overrides, and an agent is not", async () => {
    const { ws } = await shownDirective();
    const override = "accepted until the migration is done";
    const refused = (origin: string) =>
      ws
        .as(programSpeaker(origin, "swarm"))
        .gate({ phase, override, actor: "architect" })
        .catch((error: unknown) => error);
    expect(await refused("system:swarm")).toMatchObject({
      next: 'give origin "agent:architect" with the override that the architect decided',
    });
    expect(await refused("agent:coder")).toMatchObject({ next: expect.not.stringContaining("architect") });
  });

  it("an override holds until the directive is shown again", async () => {
    const { ws, lesson, gate } = await shownDirective();
    await ws.gate({ phase, override: "accepted for the demo" });
    await ws.brief({ role: "designer", phase, run: "r-2" });
    expect((await gate()).passed).toBe(true);
    await ws.brief({ role: "coder", phase, run: "r-3" });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_receipt" }] });
  });

  it("an override that was not needed is not recorded", async () => {
    const { ws, id, ack } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect(await ws.gate({ phase, override: "just to be sure of it" })).toMatchObject({
      passed: true,
      overridden: false,
    });
    expect(await eventsOf(ws, "gate-overridden")).toEqual([]);
  });

  it("the gate names the override after five equal denials, and not before", async () => {
    const { ws, id, gate, review } = await shownDirective();
    for (const denials of [1, 2, 3, 4, 5]) expect(await gate()).toMatchObject({ denials, wayOut: null });
    const sixth = await gate();
    expect(sixth).toMatchObject({
      passed: false,
      denials: 6,
      wayOut: expect.stringContaining("whetstone gate build --override"),
    });
    expect(sixth.answer).toContain("at least 10 characters");
    await review(`VIOLATED:${id}`);
    expect(await gate()).toMatchObject({ denials: 1, wayOut: null });
    expect(await ws.gate({ phase, override: "accepted by the maintainer" })).toMatchObject({ passed: true });
  });
});

describe("what the gate asks for", () => {
  it("the gate does not ask for a directive that had no room in the prompt", async () => {
    const { ws } = await openInsights({ set: ["store.kind=memory", "directives.briefMax=3"] });
    for (const text of topics) await ws.lessons.add(rule({ text, priority: "critical" }));
    const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
    expect(brief.shown).toHaveLength(3);
    expect(brief.dropped).toHaveLength(7);
    const { blocks, considered } = await ws.gate({ phase });
    expect(considered).toBe(3);
    expect(blocks.map(({ lesson }) => lesson).sort()).toEqual(brief.shown.map(({ lesson }) => lesson).sort());
    const lines = brief.shown.map(({ shortId }) => `KNOWLEDGE_APPLIED:${shortId}`);
    const answer = await ws.acknowledge({ brief: brief.id, output: lines.join("\n") });
    expect(answer.unacknowledged).toEqual([]);
    expect((await ws.gate({ phase })).passed).toBe(true);
  });

  it("the gate does not ask for a directive of less weight, of another phase, or retired since", async () => {
    const { ws, lesson, id, ack, gate } = await shownDirective();
    await ws.lessons.add(rule({ text: topics[0] }));
    const { lesson: elsewhere } = await ws.lessons.add(
      rule({ text: topics[1], priority: "critical", appliesToAgents: ["tester"] }),
    );
    await ws.brief({ role: "coder", phase, run: "r-1" });
    await ws.brief({ role: "tester", phase: "test", run: "r-1" });
    expect((await gate()).blocks.map((block) => block.lesson)).toEqual([lesson]);
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect((await gate()).passed).toBe(true);
    expect((await ws.gate({ phase: "test" })).passed).toBe(false);
    await ws.lessons.retire({ lessons: [elsewhere], reason: "no longer true" });
    expect(await ws.gate({ phase: "test" })).toMatchObject({ passed: true, considered: 0 });
  });

  it("the gate asks of an enforced directive only that no violation stands", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ enforcement: "enforce" }));
    const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
    expect(await ws.gate({ phase })).toMatchObject({ passed: true, considered: 1 });
    await ws.review({ phase, output: compliance(`VIOLATED:${shortIdIn(brief, lesson)}`) });
    expect(await ws.gate({ phase })).toMatchObject({ passed: false, blocks: [{ reason: "violated" }] });
  });

  it("a missing answer is not a violation, and escalates nothing however often it is missing", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    for (const run of ["r-1", "r-2", "r-3", "r-4"]) {
      const brief = await ws.brief({ role: "coder", phase: run, run });
      expect(await ws.acknowledge({ brief: brief.id, output: "Done." })).toMatchObject({
        unacknowledged: [lesson],
      });
      expect(await ws.gate({ phase: run })).toMatchObject({
        passed: false,
        blocks: [{ reason: "no_receipt" }],
      });
    }
    expect(await directiveOf(ws, lesson)).toMatchObject({ enforcement: "warn", failures: 0 });
    expect(await eventsOf(ws, "directive-escalated")).toEqual([]);
    expect((await ws.status()).receipts).toEqual({ acknowledged: 0, violated: 0, unacknowledged: 4 });
  });
});

describe("a gate that cannot read the store", () => {
  it("the gate is closed when the database is damaged, and says how to go on", async () => {
    const before = await openInTemp();
    await before.lessons.add(rule({ priority: "critical" }));
    const database = (await before.status()).store.location ?? "";
    await before.close();
    writeFileSync(database, "garbage ".repeat(1_000));
    const ws = await openInTemp({ root: before.folder });
    const closed = await ws.gate({ phase });
    expect(closed).toMatchObject({
      passed: false,
      closed: true,
      blocks: [],
      wayOut: expect.stringContaining("doctor"),
    });
    expect(closed.answer).toContain("cannot be read");
    expect(closed.answer).toContain(closed.wayOut);
  });
});

describe("a phase that has ended", () => {
  it("a phase that has ended can begin again, from nothing", async () => {
    const { ws, lesson, id, ack, gate, clock } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect((await gate()).passed).toBe(true);
    clock.advance(60_000);
    expect(await ws.beginPhase({ phase })).toEqual({ phase, baseCommit: null, carried: [] });
    expect(await gate()).toMatchObject({ passed: true, considered: 0 });
    const again = await ws.brief({ role: "coder", phase, run: "r-9" });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_receipt" }] });
    await ws.acknowledge({ brief: again.id, output: `KNOWLEDGE_N_A:${id} reason=no request here` });
    expect(await gate()).toMatchObject({ passed: true, considered: 1 });
    expect((await ws.metrics()).text).toContain("whetstone_phases_total 3\n");
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  });

  it("a phase that has ended begins again with the next brief that names it", async () => {
    const { ws, lesson, id, ack, gate } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect((await ws.gate({ phase, ends: false })).passed).toBe(true);
    await ws.brief({ role: "coder", phase, run: "r-1" });
    expect((await gate()).passed).toBe(true);
    await ws.brief({ role: "coder", phase, run: "r-2" });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_receipt" }] });
  });

  it("an unknown phase is refused with the nearest name, however often it is asked", async () => {
    const { ws, gate } = await shownDirective();
    for (const ends of [true, true, false])
      await expect(ws.gate({ phase: "biuld", ends })).rejects.toMatchObject({
        code: "not_found",
        field: "phase",
        message: expect.stringContaining("Did you mean 'build'?"),
        next: "ask again: whetstone gate build",
      });
    const override = "accepted by the maintainer";
    await expect(ws.gate({ phase: "biuld", override })).rejects.toMatchObject({ code: "not_found" });
    await expect(ws.gate({ phase: "release it" })).rejects.toMatchObject({
      next: expect.stringContaining("whetstone gate 'release it' --begin"),
    });
    expect((await gate()).passed).toBe(false);
    await ws.beginPhase({ phase: "test" });
    expect(await ws.gate({ phase: "test" })).toMatchObject({ passed: true, considered: 0 });
  });

  it("a review of an unknown phase is refused with the nearest name, and nothing is recorded", async () => {
    const { ws, id, gate } = await shownDirective();
    const { events } = (await ws.status()).log;
    await expect(
      ws.review({ phase: "biuld", run: "r-2", output: compliance(`VERIFIED:${id} evidence=src/a.ts:1`) }),
    ).rejects.toMatchObject({
      code: "not_found",
      field: "phase",
      message: expect.stringContaining("Did you mean 'build'?"),
      next: "ask again: whetstone review FILE --phase build",
    });
    expect((await ws.status()).log.events).toBe(events);
    expect((await gate()).passed).toBe(false);
  });

  it("a phase without a name is refused in plain words", async () => {
    const { ws } = await openInsights();
    await expect(ws.gate({ phase: "" })).rejects.toMatchObject({
      message: "gate: 'phase': it is empty. Nothing was recorded.",
      next: "give 'phase' and call again",
    });
    expect((await ws.brief({ role: "" })).failed?.reason).toBe(
      "brief: 'role': it is empty. Nothing was recorded; give 'role' and call again",
    );
  });

  it("a phase that is only ended and never begun gets its outcome, and knows nothing of a gate", async () => {
    const { ws } = await shownDirective();
    const ended = await ws.endPhase({ phase: "session-9", durationMs: 1_000 });
    expect(ended).toMatchObject({ passed: null, outcome: expect.any(String) });
    expect(await eventsOf(ws, "gate-evaluated")).toEqual([]);
  });

  it("a phase that was overridden asks again once it begins again", async () => {
    const { ws, gate } = await shownDirective();
    await ws.gate({ phase, override: "accepted for this release" });
    await ws.beginPhase({ phase });
    await ws.brief({ role: "coder", phase, run: "r-9" });
    expect((await gate()).passed).toBe(false);
  });
});
