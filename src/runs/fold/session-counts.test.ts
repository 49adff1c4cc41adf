import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerOver, startOfTest } from "../../../tests/support/ledger.js";
import { failureId } from "../../lessons/failure/rules/identity.js";
import type { EventType } from "../../log/events/catalog.js";
import { dayMs, isoTime, isoWeek } from "../../log/events/time.js";
import { allSessionsKey } from "../../log/list-keys.js";
import type { Draft } from "../../log/store/ledger-writer.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { type AllSessions, type CountedSession, sessionCounts, sessionKey } from "./session-counts.js";

const sessions = ["s-1", "s-2", "s-3", "s-4"];
const kinds = ["call", "host-tool", "empty", "refused"] as const;

/** What may happen in a session, some days after the start of the test. */
const step = fc.record({
  what: fc.constantFrom(
    "begins",
    "fails",
    "fails",
    "worked",
    "told",
    "briefed",
    "learned",
    "ends",
    "recorded",
  ),
  session: fc.constantFrom(...sessions),
  signature: fc.constantFrom("0a1b", "0c1d"),
  kind: fc.constantFrom(...kinds),
  days: fc.integer({ min: -20, max: 20 }),
  count: fc.nat(9),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const line = "Use `npm ci` here.";
const about = { actor: "claude-code", origin: "tool:claude-code" };

function draftOf({ what, session, signature, kind, days, count }: Step): Draft<EventType> {
  const common = { ...about, task: session, at: isoTime(startOfTest + days * dayMs) };
  const reflection = { tool: "Bash", by: "host" as const, because: "exit 1", signature, kind };
  switch (what) {
    case "begins":
      return { type: "phase-begun", data: { phase: session, carried: [] }, ...common };
    case "fails":
      return { type: "reflection-recorded", data: { ...reflection, result: "failure" }, ...common };
    case "worked":
      return { type: "failure-undone", data: { lesson: failureId(signature), how: "answered" }, ...common };
    case "told":
      return {
        type: "lesson-exposed",
        data: { lesson: "failure-1", verb: "reflect", moment: "failure", text: line, probability: 1 },
        ...common,
      };
    case "briefed":
      return {
        type: "brief-made",
        data: {
          role: "coder",
          form: "full",
          tokens: count,
          shown: 0,
          dropped: 0,
          droppedLessons: [],
          moment: "start",
          fresh: false,
          tools: [],
        },
        ...common,
      };
    case "learned":
      return {
        type: "session-learned",
        data: {
          agent: "codex",
          session,
          calls: Array.from({ length: count }, (_, at) => `c${at}`),
          prompts: [],
          failures: 0,
          repeats: 0,
          met: 0,
          broken: [],
          ended: true,
        },
        ...common,
      };
    default:
      return { type: "outcome-recorded", data: outcomeOf(what === "ends" ? count : undefined), ...common };
  }
}

function outcomeOf(toolCalls: number | undefined): Draft<"outcome-recorded">["data"] {
  return {
    result: "success",
    durationMs: 1,
    errorCount: 0,
    retryCount: 0,
    filesTouched: [],
    adaptersUsed: [],
    riskLevel: "low",
    rollbackOccurred: false,
    humanOverride: false,
    skillsUsed: [],
    criteria: [],
    agentDecisions: [],
    cause: "task",
    toolCalls,
  };
}

/** The same by looking at the whole history for each session. */
function oracle(steps: readonly Step[]) {
  const counting = steps.filter(({ what }) => what !== "worked" && what !== "recorded");
  const shownAt = counting.find(({ what }) => what === "told");
  const all = sessions.flatMap((session) => {
    const mine = counting.filter((each) => each.session === session);
    const [first] = mine;
    if (first === undefined) return [];
    const fails = mine.filter(({ what }) => what === "fails");
    const repeatable = fails.filter(({ kind }) => kind !== "refused");
    const repeats = repeatable.filter((failure) =>
      counting
        .slice(0, counting.indexOf(failure))
        .some(
          (earlier) =>
            earlier.what === "fails" &&
            earlier.session !== session &&
            earlier.signature === failure.signature,
        ),
    );
    const told = mine.filter(({ what }) => what === "told").length;
    const briefed = mine.filter(({ what }) => what === "briefed");
    const ends = mine.filter(({ what }) => what === "ends" || what === "learned");
    const calls = ends.length === 0 ? null : ends.reduce((sum, { count }) => sum + count, 0);
    const early = shownAt === undefined || counting.indexOf(first) <= counting.indexOf(shownAt);
    return {
      session,
      days: first.days,
      isBefore: early || first.days < shownAt.days,
      calls,
      failures: fails.length,
      repeatable: repeatable.length,
      repeats: repeats.length,
      shown: told,
      tokens: briefed.reduce((sum, { count }) => sum + count, 0) + told * lineTokens,
    };
  });
  return all;
}

const lineTokens = estimateTokens(line);

type Counted = ReturnType<typeof oracle>[number];

function summed(of: readonly Counted[]) {
  const total = (part: (each: Counted) => number) => of.reduce((sum, each) => sum + part(each), 0);
  const isRated = ({ calls }: Counted) => calls !== null && calls > 0;
  return {
    sessions: of.length,
    failures: total(({ failures }) => failures),
    repeatable: total(({ repeatable }) => repeatable),
    repeats: total(({ repeats }) => repeats),
    withRepeat: of.filter(({ repeats }) => repeats > 0).length,
    tokens: total(({ tokens }) => tokens),
    calls: total(({ calls }) => calls ?? 0),
    callSessions: of.filter(isRated).length,
    callRepeatable: total((each) => (isRated(each) ? each.repeatable : 0)),
    callRepeats: total((each) => (isRated(each) ? each.repeats : 0)),
  };
}

const weekOf = ({ days }: Counted) => isoWeek(isoTime(startOfTest + days * dayMs));

describe("what sessions are counted by", () => {
  it("the counts of sessions are what the whole history says, for each session, each week, and before and since", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        // A step is known by its place: two equal ones must not be one object.
        const own = steps.map((each) => ({ ...each }));
        const ledger = ledgerOver();
        await ledger.write(async (writer) => {
          for (const each of own) await writer.append(draftOf(each));
        });
        const expected = oracle(own);
        await ledger.read(async (reader) => {
          for (const { days, ...each } of expected) {
            const row = (await reader.row(sessionCounts, sessionKey(each.session))) as CountedSession;
            expect(row).toMatchObject({ ...each, startedAt: isoTime(startOfTest + days * dayMs) });
          }
          const all = (await reader.row(sessionCounts, allSessionsKey)) as AllSessions | undefined;
          expect(all?.before ?? summed([])).toEqual(summed(expected.filter(({ isBefore }) => isBefore)));
          expect(all?.since ?? summed([])).toEqual(summed(expected.filter(({ isBefore }) => !isBefore)));
          const weeks = [...new Set(expected.map(weekOf))].sort();
          expect(all?.weeks ?? []).toEqual(
            weeks.map((week) => ({ week, ...summed(expected.filter((each) => weekOf(each) === week)) })),
          );
        });
        expect(await ledger.verify()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
