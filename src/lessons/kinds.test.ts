import { describe, expect, it, onTestFinished } from "vitest";
import { sentences } from "../../tests/support/arbitrary-events.js";
import { directiveDrafts } from "../../tests/support/directives.js";
import { ledgerOver, startOfTest } from "../../tests/support/ledger.js";
import type { EventType } from "../log/events/catalog.js";
import type { Projection } from "../log/projection.js";
import type { Draft } from "../log/store/ledger-writer.js";
import { defineView } from "../log/view.js";
import type { Context } from "../verbs/call/context.js";
import { verb as explainVerb } from "../verbs/explain.js";
import { failureId } from "./failure/rules/identity.js";
import { findLessonId, standingOf } from "./find-lesson.js";
import { forgetTarget } from "./forget/forget-target.js";
import { keptLessons } from "./kept-lessons.js";
import { lessonKindContract } from "./kind.contract.js";
import type { LessonKind, LessonRow, ListedLesson, Surroundings } from "./kind.js";
import { type AnyKind, kinds } from "./kinds.js";
import { lessonHistory } from "./lesson-history.js";
import { listLessons, oneLesson, quotedLesson } from "./lessons.js";
import { projections } from "./projections.js";
import { lessonsWhere, previewRetirement } from "./retire-lessons.js";
import { standingFacts } from "./search/lesson-facts.js";
import { lessonShelf } from "./search/lesson-shelf.js";

const actor = { actor: "ada", origin: "agent:coder" } as const;
/** What an agent reports of its own calls makes no lesson. */
const hook = { actor: "ada", origin: "tool:claude-code" } as const;

/** What makes two lessons of each kind, which any events then speak of too. */
const made: Readonly<Record<AnyKind["name"], readonly Draft<EventType>[]>> = {
  strategy: ["Split by feature", "Split by layer"].map((text, at) => ({
    type: "strategy-observed",
    data: { lesson: at === 0 ? "strategy-a" : "strategy-b", text, success: true, outcome: "o" },
    ...actor,
  })),
  insight: ["Close every file", "Bind every value"].map((text, at) => ({
    type: "lesson-observed",
    data: {
      lesson: at === 0 ? "insight-a" : "insight-b",
      kind: "insight",
      role: "judge",
      text,
      category: "rule",
      deliberation: "d",
      findings: [],
      labels: [],
      files: [],
      echo: false,
      inPassing: false,
      first: true,
    },
    ...actor,
  })),
  // A person stands behind the first; the second only waits.
  directive: sentences.slice(0, 2).flatMap((text, at) =>
    directiveDrafts(text)
      .slice(0, at === 0 ? 2 : 1)
      .map((draft) => ({ ...draft, ...actor, origin: at === 0 ? "human" : "agent:coder" })),
  ),
  failure: ["0a1b", "0c1d"].flatMap((signature) => [
    {
      type: "reflection-recorded",
      data: {
        tool: "Bash",
        result: "failure",
        by: "host",
        because: "exit code 1",
        signature,
        kind: "call",
        cause: "unknown option --fsat",
        input: "npm ci --fsat",
        text: "npm ci does not know --fsat",
      },
      task: "t-1",
      ...hook,
    },
    {
      type: "failure-undone",
      data: {
        lesson: failureId(signature),
        how: "similar",
        pair: {
          failed: { tool: "Bash", sort: "shell", text: "npm ci --fsat" },
          line: "unknown option --fsat",
          worked: { tool: "Bash", sort: "shell", text: "npm ci --fast" },
          waits: false,
        },
      },
      task: "t-1",
      ...hook,
    },
  ]),
} as const;

const noFiles = async () => ({ all: () => [], hostsOf: () => [] });

for (const kind of kinds)
  lessonKindContract<Context>({
    kind: kind as LessonKind as LessonKind<string, LessonRow, ListedLesson, Context>,
    others: kinds.filter((other) => other !== kind),
    made: made[kind.name],
    around: (surrounded) =>
      ({ ...surrounded, places: { root: "/nowhere" }, instructions: noFiles }) as unknown as Context,
  });

interface HabitRow extends LessonRow {
  readonly text: string;
  readonly seqs: readonly number[];
}

const ofHabit = (lesson: string) => (lesson.startsWith("habit-") ? [lesson] : []);

/** Rows from events that exist: what agents confirmed again and again. */
const habits: Projection<HabitRow, null> = {
  ...defineView("habits", 1, () => null),
  on: {
    "lesson-confirmed": {
      keys: ({ data }) => ofHabit(data.lesson),
      evolve: (row, { data: { lesson, text }, seq }) => ({
        lesson,
        text,
        seqs: [...(row?.seqs ?? []), seq],
      }),
    },
  },
};

const habitKind: LessonKind<string, HabitRow, ListedLesson, Surroundings> = {
  name: "habit",
  calledAs: ["habit"],
  view: habits,
  states: ["kept"],
  acts: {
    reset: true,
    sleep: true,
    mute: true,
    trial: true,
    retiredBy: "lesson-retired",
  },
  rowId: (id) => id,
  line: ({ lesson, text }) => ({ id: lesson, kind: "habit", text }),
  standing: () => ({ state: "kept", reason: "", promoted: false }),
  traits: () => ({ tag: ["daily"], category: [], role: [] }),
  events: ({ seqs }) => seqs,
  explain: async ({ seqs }) => ({ answer: ["It is kept."], numbers: { times: seqs.length }, rule: "often" }),
  listed: ({ lesson, text, seqs }) => ({
    id: lesson,
    kind: "habit",
    state: "kept",
    text,
    confirmed: false,
    origin: "human",
    successes: seqs.length,
    failures: 0,
    exposures: 0,
    lastSeenAt: "",
  }),
  compare: (a, b) => (a.id < b.id ? -1 : 1),
  quoted: (lesson) => ({ ...lesson, text: `"${lesson.text}"` }),
  isFor: (_lesson, role) => role === "everybody",
  published: () => undefined,

  searchText: ({ text }) => ({ text }),
  searchTextChangesWith: ["lesson-confirmed"],
  facts: ({ lesson, text }) => ({
    id: lesson,
    text,
    origin: "human",
    confirmed: false,
    maturity: 1,
    applied: 0,
  }),
  bestFacts: () => ({ maturity: 1, applied: 0 }),
  textsIn: ({ type, data }, lessons) =>
    type === "lesson-confirmed" && lessons.includes(data.lesson) ? [data.text] : [],
};

/** A project with a habit, while the list of kinds has one more. */
async function withHabit() {
  const list = kinds as unknown as (typeof habitKind)[];
  list.push(habitKind);
  onTestFinished(() => void list.pop());
  const ledger = ledgerOver({ projections: [...projections, habits as unknown as Projection] });
  const data = { lesson: "habit-ab12", text: "Read the log first" };
  await ledger.write((writer) => writer.append({ type: "lesson-confirmed", data, ...actor }));
  return { ledger, context: { ledger, clock: () => startOfTest } as Context };
}

describe("a kind of lesson that was only added to the list of kinds", () => {
  it("is found by the beginning of its id, stands somewhere and has a history", async () => {
    const { ledger, context } = await withHabit();
    await ledger.read(async (reader) => {
      expect(await findLessonId(reader, "ab1")).toBe("habit-ab12");
      expect(await standingOf(context, reader, "habit-ab")).toMatchObject({
        lesson: "habit-ab12",
        kind: "habit",
        state: "kept",
      });
      expect(await lessonHistory(reader, "habit-ab12")).toMatchObject([{ type: "lesson-confirmed" }]);
    });
  });

  it("is listed, alone and among all, and read as data", async () => {
    const { ledger, context } = await withHabit();
    const listed = await listLessons(context, { role: "everybody" });
    expect(listed).toMatchObject([{ id: "habit-ab12", kind: "habit", text: "Read the log first" }]);
    expect(await keptLessons(context)).toEqual(listed);
    expect(listed.map(quotedLesson)).toMatchObject([{ text: '"Read the log first"' }]);
    expect(await ledger.read((reader) => oneLesson(context, reader, "habit-ab12"))).toEqual(listed[0]);
  });

  it("is chosen by what it is like, and previewed before it is retired", async () => {
    const { ledger, context } = await withHabit();
    await ledger.read(async (reader) => {
      const chosen = await lessonsWhere(context, reader, { kind: "habit", tag: "daily" });
      expect(chosen).toEqual(["habit-ab12"]);
      expect(await lessonsWhere(context, reader, { kind: "habit", tag: "weekly" })).toEqual([]);
      expect(await previewRetirement(context, reader, chosen)).toMatchObject([
        { text: "Read the log first" },
      ]);
    });
  });

  it("is explained with the events behind it", async () => {
    const { context } = await withHabit();
    expect(await explainVerb.run(context, { id: "habit-ab" }, {} as never)).toMatchObject({
      id: "habit-ab12",
      kind: "habit",
      answer: ["It is kept."],
      numbers: { times: 1 },
      rule: "often",
      events: [{ seq: 1, type: "lesson-confirmed" }],
    });
  });

  it("is on the shelf that searches read, with what ranks it", async () => {
    const { ledger, context } = await withHabit();
    await ledger.read(async (reader) => {
      const text = "Read the log first";
      expect(await lessonShelf.all(reader)).toEqual(["habit-ab12"]);
      expect(await lessonShelf.touched(reader, await reader.eventsAfter(0, 9))).toEqual(["habit-ab12"]);
      expect(await lessonShelf.indexed(reader, "habit-ab12")).toEqual({
        id: "habit-ab12",
        kind: "habit",
        text,
      });
      const facts = await standingFacts(context, reader, ["habit-ab12"]);
      expect(facts.get("habit-ab12")).toMatchObject({ text });
    });
  });

  it("is forgotten with every word that said it", async () => {
    const { ledger, context } = await withHabit();
    const target = await ledger.read((reader) => forgetTarget(context, reader, { lesson: "habit-ab" }));
    expect(target).toMatchObject({ id: "habit-ab12", kind: "habit", texts: ["Read the log first"] });
    expect(target.lesson?.ids).toEqual(["habit-ab12"]);
  });
});

it("an id of no kind names no lesson", async () => {
  const { ledger } = await withHabit();
  expect(await ledger.read((reader) => findLessonId(reader, failureId("nothing")))).toBeUndefined();
});
