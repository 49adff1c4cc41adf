import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { lived } from "../../../tests/support/lived-course.js";
import { anyAct, anyActAtAll } from "../../../tests/support/random-course.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { changedConfig } from "../../base/config/load.js";
import type { Config } from "../../base/config/settings.js";
import { readEvent, type WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import type { Context } from "../../verbs/call/context.js";
import { isFailure } from "../failure/rules/identity.js";
import { projections } from "../projections.js";
import { ReplayArm } from "./replay-arm.js";

async function replayed(context: Context, config: Config): Promise<ReplayArm> {
  const arm = new ReplayArm(context, config);
  const log = await context.ledger.read((reader) => reader.recordedAfter(0, 10_000));
  for (const recorded of log) await arm.take(recorded, readEvent(recorded), true);
  return arm;
}

/** Events without their places, and with ids that only say which of these events is meant. */
function compared(events: readonly WhetstoneEvent[]): unknown {
  const ids = new Map(events.map(({ id }, at) => [JSON.stringify(id), `"event ${at}"`]));
  const text = JSON.stringify(events.map(({ seq: _, ...event }) => event));
  return JSON.parse(text.replace(/"[0-9a-f-]{36}"|"replayed-\d+"/g, (id) => ids.get(id) ?? id));
}

function isShowing({ type }: WhetstoneEvent): boolean {
  return ["brief-made", "plan-made", "lesson-exposed", "lesson-withheld"].includes(type);
}

/** A brief that names none is a run of its own, known by the brief's id. */
const ofNoSession = "of no session";

/** What was shown, held out and stopped, counted from the events one by one. */
function countsOf(log: readonly WhetstoneEvent[]) {
  const exposed = log.filter((event) => event.type === "lesson-exposed");
  const withheld = log.filter((event) => event.type === "lesson-withheld");
  const byMoment: Record<string, { shown: number; tokens: number }> = {};
  for (const { data } of exposed) {
    const { shown, tokens } = byMoment[data.moment] ?? { shown: 0, tokens: 0 };
    byMoment[data.moment] = { shown: shown + 1, tokens: tokens + estimateTokens(data.text) };
  }
  const given = exposed
    .filter(({ data }) => isFailure(data.lesson))
    .map(({ task, data }) => [task ?? ofNoSession, data.lesson, data.moment]);
  const stops = exposed.filter(({ data }) => data.moment === "call").length;
  return { byMoment, given, stops, heldOut: withheld.length };
}

function countsBy({ side }: ReplayArm): ReturnType<typeof countsOf> {
  const given = side.given.map(({ session, lesson, moment }) => {
    const isNamed = session.startsWith("s-") || session.startsWith("past-");
    return [isNamed ? session : ofNoSession, lesson, moment];
  });
  return { byMoment: side.byMoment, given, stops: side.stops, heldOut: side.heldOut };
}

/** An ordinary ledger in which these events are written one after the other. */
async function written({ writer: { events } }: ReplayArm, config: Config) {
  const ledger = ledgerOver({ project: "trial", config });
  for (const event of events)
    await ledger.write((writer) => writer.appendRecorded({ ...event, data: JSON.stringify(event.data) }));
  return ledger;
}

async function rowsOf(reader: LedgerReader, views: ReadonlySet<string>): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  for (const view of projections) if (views.has(view.name)) rows[view.name] = await reader.rows(view);
  return rows;
}

/** With little said at the start and policies that tighten soon, later moments have something to decide. */
const usual = [
  "evidence.share=0.5",
  "reflection.startLessons=1",
  "policy.minOutcomes=1",
  "policy.approvalOccurrences=1",
];

const settings = [
  ["evidence.share=0.9"],
  ["evidence.share=0.1"],
  ["evidence.enabled=false"],
  ["evidence.holdOut=never"],
  ["reflection.startLessons=0"],
  ["reflection.startLessons=3", "reflection.startShare=0.6"],
  ["reflection.sessionTokens=30"],
  ["reflection.recentSessions=2"],
  ["hosts.contextMaxBytes=2000"],
  ["directives.briefMax=1", "plan.maxStrategies=1"],
  ["policy.approvalBelowScore=0.4", "policy.minOutcomes=2"],
];

describe("the replay of any log", () => {
  it("is the log itself under the settings that it was written with", async () => {
    const folder = tempFolder();
    await fc.assert(
      fc.asyncProperty(fc.array(anyActAtAll, { minLength: 10, maxLength: 50 }), async (course) => {
        const { context, person, asked, log } = await lived(course, usual, folder);
        const arm = await replayed(context, context.ledger.config);
        const types = new Set(arm.writer.events.map(({ type }) => type));
        const folded = log.filter((event) => types.has(event.type) || isShowing(event));
        expect(compared(arm.writer.events)).toEqual(compared(folded));
        expect(countsBy(arm)).toEqual(countsOf(log));
        expect(arm.side.asks).toMatchObject({ runs: asked.length, asked: asked.filter(Boolean).length });
        const { recorded, today, changed } = await person.replay({ set: ["evidence.share=0.5"] });
        expect(today).toEqual({ ...recorded, asks: today.asks });
        expect(changed).toEqual(today);
      }),
      { numRuns: 30 },
    );
  });

  it("shows and holds out what the same course does under other settings", async () => {
    const folder = tempFolder();
    const course = fc.array(anyAct, { minLength: 10, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(course, fc.constantFrom(...settings), async (acts, set) => {
        const { context } = await lived(acts, usual, folder);
        const otherwise = await lived(acts, [...usual, ...set], folder);
        const arm = await replayed(context, changedConfig(context.ledger.config, set));
        const shown = arm.writer.events.filter(isShowing);
        expect(compared(shown)).toEqual(compared(otherwise.log.filter(isShowing)));
        expect(countsBy(arm)).toEqual(countsOf(otherwise.log));
        expect(arm.side.asks.asked).toBe(otherwise.asked.filter(Boolean).length);
      }),
      { numRuns: 30 },
    );
  });

  it("has the rows that an ordinary ledger folds from what it decided", async () => {
    const folder = tempFolder();
    const course = fc.array(anyActAtAll, { minLength: 10, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(course, fc.constantFrom(...settings), async (acts, set) => {
        const { context } = await lived(acts, usual, folder);
        const config = changedConfig(context.ledger.config, set);
        const arm = await replayed(context, config);
        const { views } = arm.writer;
        const slow = await (await written(arm, config)).read((reader) => rowsOf(reader, views));
        expect(await rowsOf(arm.writer, views)).toEqual(slow);
      }),
      { numRuns: 15 },
    );
  });
});
