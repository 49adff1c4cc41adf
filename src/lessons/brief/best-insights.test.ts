import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerOver, startOfTest } from "../../../tests/support/ledger.js";
import { type Config, defaults } from "../../base/config/settings.js";
import { insightCategories } from "../../log/events/deliberation.js";
import { dayMs, isoTime } from "../../log/events/time.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { type InsightRow, insights } from "../insight/fold/insights.js";
import { scoreInsight } from "../insight/rules/insight-score.js";
import { stateOfInsight } from "../insight/rules/insight-state.js";
import { overlapsOf, type Surroundings } from "../insight/rules/overlap.js";
import { ofRole, textOfId } from "../lesson-id.js";
import { bestInsights } from "./best-insights.js";

const roles = ["judge", "auditor", "sentinel"] as const;
type Settings = Config["insights"];
interface Query {
  readonly role: string;
  readonly surroundings: Surroundings;
  readonly now: number;
  readonly limit: number;
}

/** The definition, the slow way: every row is scored, and the sorted list is cut. */
function slowly(rows: readonly InsightRow[], { role, surroundings, now, limit }: Query, settings: Settings) {
  const worthy = rows
    .map((row) => {
      const overlaps = overlapsOf(row.evidence, surroundings);
      const { score } = scoreInsight(row.evidence, row.category, overlaps, now, settings);
      return { row, overlaps, score, state: stateOfInsight(row.evidence, now, settings) };
    })
    .filter(({ score, state }) => score > 0 && score >= settings.dropBelowScore && state !== "deprecated")
    .filter(({ row }) => row.evidence.refutedAt === null)
    .filter(({ row }) => !row.inPassing || row.evidence.promoted || row.evidence.sightings > 1)
    .sort((a, b) => b.score - a.score || (a.row.lesson < b.row.lesson ? -1 : 1));
  // Worthy or not: where the role has it itself, its own evidence decides. Echoes alone are none.
  const decided = rows.filter(
    ({ evidence: { sightings, deprecated, refutedAt } }) =>
      sightings > 0 || deprecated !== null || refutedAt !== null,
  );
  const said = new Set(decided.filter((row) => row.role === role).map(({ lesson }) => textOfId(lesson)));
  const best = worthy.filter(({ row, overlaps, state }) => {
    if (row.role === role) return true;
    const text = textOfId(row.lesson);
    if (overlaps === 0 || (state !== "verified" && state !== "active") || said.has(text)) return false;
    said.add(text);
    return true;
  });
  return {
    best: best.slice(0, limit).map(({ row, score }) => [row.lesson, score]),
    more: best.length > limit,
  };
}

async function quickly(ledger: Ledger, query: Query) {
  const { best, more } = await ledger.read((reader) => bestInsights(reader, query, ledger.config.insights));
  return { best: best.map(({ row, score }) => [row.lesson, score.score]), more };
}

async function expectSame(ledger: Ledger, query: Query): Promise<void> {
  const rows = await ledger.read((reader) => reader.rows(insights));
  expect(await quickly(ledger, query)).toEqual(slowly(rows, query, ledger.config.insights));
}

const place = {
  labels: fc.subarray(["bug", "auth", "ui"]),
  files: fc.subarray(["src/a.ts", "src/b.ts", "lib/c.ts", "README.md"]),
  phase: fc.constantFrom("plan", "review", undefined),
};
const idOf = (text: string, role: string) => ofRole(`insight-${text}-`, role);
const lesson = fc.tuple(fc.nat(5), fc.constantFrom(...roles)).map(([text, role]) => ({
  lesson: idOf(String(text), role),
  role,
  category: insightCategories[text % 3] ?? "rule",
}));
const ids = fc.uniqueArray(
  lesson.map((each) => each.lesson),
  { maxLength: 4 },
);
const observed = fc.record({
  what: fc.constant("observed" as const),
  lesson,
  echo: fc.boolean(),
  inPassing: fc.boolean(),
  task: fc.constantFrom<string | undefined>("bd-1", "bd-2", "bd-3", undefined),
  run: fc.constantFrom("run-1", "run-2", "run-3", "run-4", undefined),
  ...place,
});
const step = fc.oneof(
  { weight: 8, arbitrary: observed },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant("verdict" as const),
      penalised: ids,
      unearned: fc.boolean(),
      reinforced: ids,
      aged: ids,
      task: fc.constantFrom("bd-1", "bd-2", "bd-3", undefined),
      labels: place.labels,
      files: place.files,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("scored" as const),
      result: fc.constantFrom("held" as const, "failed" as const, "reverted" as const),
      lessons: ids,
      instead: fc.option(
        fc.record({ result: fc.constantFrom("held" as const, "failed" as const), lessons: ids }),
        {
          nil: undefined,
        },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom(
        "lesson-promoted" as const,
        "lesson-deprecated" as const,
        "lesson-reset" as const,
      ),
      lesson,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Observed = typeof observed extends fc.Arbitrary<infer T> ? T : never;

const by = { actor: "tester", origin: "human" };

/** An insight seen in one run after the other. */
const seen = (id: string, role: (typeof roles)[number], changes: Partial<Observed> = {}): Observed => ({
  what: "observed",
  lesson: { lesson: idOf(id, role), role, category: "observation" },
  echo: false,
  inPassing: false,
  task: "bd-1",
  run: undefined,
  labels: [],
  files: [],
  phase: undefined,
  ...changes,
});

type Judged = Extract<Step, { readonly what: "verdict" }>;

const judged = (changes: Partial<Judged>): Judged => ({
  what: "verdict",
  penalised: [],
  unearned: false,
  reinforced: [],
  aged: [],
  task: undefined,
  labels: [],
  files: [],
  ...changes,
});

async function append(writer: LedgerWriter, each: Step, at: string): Promise<void> {
  if (each.what === "observed") {
    const { lesson, role, category } = each.lesson;
    const { labels, files, phase, echo, inPassing, task, run } = each;
    const data = { lesson, kind: "insight", role, text: lesson, category, deliberation: "d" } as const;
    const about = { findings: [], echo, inPassing, first: false, labels, files, phase };
    await writer.append({ type: "lesson-observed", data: { ...data, ...about }, ...by, task, run, at });
  } else if (each.what === "verdict") {
    const { penalised, unearned, reinforced, aged, task, labels, files } = each;
    const data = {
      deliberation: "d",
      role: "judge",
      validator: "inspector",
      verdict: "PASS",
      evidenceLevel: 1,
    } as const;
    const consequences = {
      penalised: penalised.map((lesson) => ({ lesson, by: "finding" as const, unearned, regression: false })),
      unmatched: [],
      reinforced,
      aged,
    };
    const rest = { issues: [], mustFix: [], labels, files, ...consequences };
    await writer.append({ type: "verdict-recorded", data: { ...data, ...rest }, ...by, task, at });
  } else if (each.what === "scored") {
    const { result, lessons, instead } = each;
    await writer.append({ type: "outcome-scored", data: { result, lessons, instead }, ...by, at });
  } else {
    const { lesson } = each.lesson;
    const data = { lesson, reason: "r", kind: "insight", by: "person" } as const;
    if (each.what === "lesson-promoted")
      await writer.append({ type: each.what, data: { lesson, reason: "r" }, ...by, at });
    if (each.what === "lesson-reset")
      await writer.append({ type: each.what, data: { lesson, reason: "r", kind: data.kind }, ...by, at });
    if (each.what === "lesson-deprecated")
      await writer.append({ type: each.what, data: { lesson, reason: "r", by: data.by }, ...by, at });
  }
}

const someSettings = fc.record({
  decayDays: fc.constantFrom(1, 14, 90),
  immuneAfterReinforcements: fc.constantFrom(1, 3),
  dropBelowScore: fc.constantFrom(0, 0.1, 0.4),
  deprecateUnusedDays: fc.constantFrom(30, 180),
  outcomeScoring: fc.boolean(),
});
const query = fc.record({
  role: fc.constantFrom(...roles, "coder"),
  surroundings: fc.record(place),
  days: fc.nat(200),
  limit: fc.constantFrom(0, 1, 2, 5, 80),
});
const ledgerWith = (changes: Partial<Settings>) =>
  ledgerOver({ config: { ...defaults, insights: { ...defaults.insights, ...changes } } });

describe("the best insights", () => {
  it("the best insights are the same as scoring and sorting every row gives, for any history, context and time", async () => {
    const history = fc.array(fc.record({ step, hours: fc.nat(300) }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        history,
        someSettings,
        fc.array(query, { minLength: 1, maxLength: 4 }),
        async (all, set, asked) => {
          const ledger = ledgerWith(set);
          let now = startOfTest;
          await ledger.write(async (writer) => {
            for (const { step, hours } of all) {
              await append(writer, step, isoTime(now));
              now += (hours * dayMs) / 24;
            }
          });
          for (const { days, ...rest } of asked)
            await expectSame(ledger, { ...rest, now: now + days * dayMs });
        },
      ),
      { numRuns: 200 },
    );
  });

  it("the best insights are also right when a role has more insights than one page of a list holds", async () => {
    const many = fc.array(
      fc.record({
        hours: fc.nat(1_000),
        sightings: fc.integer({ min: 1, max: 4 }),
        penalties: fc.nat(2),
        reinforcements: fc.constantFrom(0, 0, 1, 3),
        ...place,
      }),
      { minLength: 140, maxLength: 260 },
    );
    await fc.assert(
      fc.asyncProperty(many, fc.array(query, { minLength: 3, maxLength: 6 }), async (all, asked) => {
        const ledger = ledgerWith({});
        await ledger.write(async (writer) => {
          for (const [index, { hours, sightings, penalties, reinforcements, ...where }] of all.entries()) {
            const at = isoTime(startOfTest + (hours * dayMs) / 24);
            const id = String(index).padStart(3, "0");
            const role = index % 4 === 3 ? "auditor" : "judge";
            for (let n = 0; n < sightings; n += 1) {
              const labels = n === 0 ? where.labels : [...where.labels, `other-${n}`];
              await append(writer, seen(id, role, { ...where, labels, task: `bd-${n}` }), at);
            }
            for (let n = 0; n < Math.max(penalties, reinforcements); n += 1) {
              const penalised = n < penalties ? [idOf(id, role)] : [];
              const reinforced = n < reinforcements ? [idOf(id, role)] : [];
              await append(writer, judged({ penalised, reinforced, unearned: n % 2 === 0 }), at);
            }
          }
        });
        for (const { days, ...rest } of asked)
          await expectSame(ledger, { ...rest, now: startOfTest + (42 + (days % 30)) * dayMs });
      }),
      // A failure among so many is not worth the hours of making it smaller.
      { numRuns: 15, endOnFailure: true },
    );
  });

  it("the best insights exclude every insight that scores less than 0.1", async () => {
    const ledger = ledgerWith({});
    await ledger.write((writer) => append(writer, seen("a", "judge"), isoTime(startOfTest)));
    const found = async (ms: number) => {
      const query = {
        role: "judge",
        surroundings: { labels: [], files: [] },
        now: startOfTest + ms,
        limit: 9,
      };
      return (await quickly(ledger, query)).best.length;
    };
    const fadesAfter = Math.log(10) * 14 * dayMs;
    expect(await found(Math.floor(fadesAfter))).toBe(1);
    expect(await found(Math.ceil(fadesAfter))).toBe(0);
  });

  it("the best insights include what another role verified in the same context, unless the role has it already", async () => {
    const ledger = ledgerWith({});
    const bug = { labels: ["bug"], task: "bd-1" };
    const auth = { labels: ["auth"], task: "bd-2" };
    await ledger.write(async (writer) => {
      const at = isoTime(startOfTest);
      for (const [id, role, ...places] of [
        ["verified", "auditor", bug, auth],
        ["candidate", "auditor", bug, bug],
        ["both", "auditor", bug, auth],
        ["both", "judge", bug],
        ["two", "auditor", bug, auth],
        ["two", "sentinel", bug, auth, { ...bug, task: "bd-3" }],
        ["promoted", "sentinel", auth],
      ] as const)
        for (const where of places) await append(writer, seen(id, role, where as Partial<Observed>), at);
      await append(writer, { what: "lesson-promoted", lesson: seen("promoted", "sentinel").lesson }, at);
    });
    const asked = async (role: string, ...labels: readonly string[]) => {
      const query = { role, surroundings: { labels, files: [] }, now: startOfTest, limit: 9 };
      return (await quickly(ledger, query)).best.map(([lesson]) => lesson);
    };
    expect(await asked("judge")).toEqual([idOf("both", "judge")]);
    expect(await asked("judge", "ui")).toEqual([idOf("both", "judge")]);
    expect(await asked("judge", "auth")).toEqual([
      idOf("promoted", "sentinel"),
      idOf("two", "sentinel"),
      idOf("verified", "auditor"),
      idOf("both", "judge"),
    ]);
    expect(await asked("coder", "bug")).toEqual([
      idOf("both", "auditor"),
      idOf("two", "sentinel"),
      idOf("verified", "auditor"),
    ]);
  });

  it("the best insights exclude a borrowed insight that the role itself scores lower, wherever it is in the role's list", async () => {
    const ledger = ledgerWith({});
    const bug = { labels: ["bug"] };
    await ledger.write(async (writer) => {
      await append(writer, seen("old", "judge", bug), isoTime(startOfTest - 10 * dayMs));
      for (let n = 0; n < 200; n += 1)
        await append(writer, seen(String(n), "judge", bug), isoTime(startOfTest - dayMs * (0.1 + n / 25)));
      for (const id of ["old", "wrong"]) {
        await append(writer, seen(id, "auditor", bug), isoTime(startOfTest));
        await append(
          writer,
          seen(id, "auditor", { labels: ["bug", "auth"], task: "bd-2" }),
          isoTime(startOfTest),
        );
      }
    });
    const query = { role: "judge", surroundings: { labels: ["bug"], files: [] }, now: startOfTest, limit: 5 };
    const shown = async () => (await quickly(ledger, query)).best.map(([lesson]) => lesson);
    expect(await shown()).toContain(idOf("wrong", "auditor"));
    expect(await shown()).not.toContain(idOf("old", "auditor"));
    await ledger.write(async (writer) => {
      const { lesson } = seen("wrong", "judge");
      await append(writer, seen("wrong", "judge", bug), isoTime(startOfTest));
      await append(writer, { what: "lesson-deprecated", lesson }, isoTime(startOfTest));
    });
    expect(await shown()).not.toContain(idOf("wrong", "auditor"));
  });

  it("the list is read on while the context may lift a later insight above those already read", async () => {
    const ledger = ledgerWith({});
    await ledger.write(async (writer) => {
      for (let n = 0; n < 100; n += 1)
        await append(writer, seen(String(n), "judge"), isoTime(startOfTest + dayMs));
      await append(writer, seen("late", "judge", { labels: ["bug"] }), isoTime(startOfTest));
    });
    const query = {
      role: "judge",
      surroundings: { labels: ["bug"], files: [] },
      now: startOfTest + dayMs,
      limit: 5,
    };
    expect((await quickly(ledger, query)).best[0]).toEqual([idOf("late", "judge"), Math.exp(-1 / 14) * 1.1]);
  });

  it("the best insights are found without reading every insight of a role", async () => {
    const ledger = ledgerWith({});
    await ledger.write(async (writer) => {
      for (let n = 0; n < 500; n += 1)
        await append(writer, seen(String(n), "judge"), isoTime(startOfTest + n * dayMs));
    });
    const query = {
      role: "judge",
      surroundings: { labels: [], files: [] },
      now: startOfTest + 500 * dayMs,
      limit: 10,
    };
    const found = await ledger.read((reader) => bestInsights(reader, query, ledger.config.insights));
    expect(found.best[0]?.row.lesson).toBe(idOf("499", "judge"));
    expect(found).toMatchObject({ more: true, considered: 32 });
  });
});
