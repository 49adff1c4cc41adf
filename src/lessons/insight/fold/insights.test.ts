import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../../tests/support/ledger.js";
import { type Config, defaults } from "../../../base/config/settings.js";
import type { EventData } from "../../../log/events/catalog.js";
import { foldOf } from "../../../log/projection.js";
import { projections } from "../../projections.js";
import { insights } from "./insights.js";

const by = { actor: "tester", origin: "human" };
const lesson = "insight-1-judge";
const seen: EventData<"lesson-observed"> = {
  lesson,
  kind: "insight",
  role: "judge",
  text: "Retries overload the queue server",
  category: "observation",
  deliberation: "d",
  findings: [],
  echo: false,
  inPassing: false,
  first: true,
  labels: [],
  files: [],
};
const verdict = (changes: Partial<EventData<"verdict-recorded">>): EventData<"verdict-recorded"> => ({
  deliberation: "d",
  role: "judge",
  validator: "inspector",
  verdict: "PASS",
  issues: [],
  mustFix: [],
  labels: [],
  files: [],
  penalised: [],
  unmatched: [],
  evidenceLevel: 1,
  reinforced: [],
  aged: [],
  ...changes,
});
const penalty = { lesson, by: "finding" as const, unearned: false, regression: false };
const refuted = { penalised: [penalty] };
const confirmed = { reinforced: [lesson] };

async function withVerdicts(...verdicts: readonly Partial<EventData<"verdict-recorded">>[]) {
  const ledger = ledgerOver();
  return ledger.write(async (writer) => {
    await writer.append({ type: "lesson-observed", data: seen, ...by, task: "bd-seen" });
    for (const [index, each] of verdicts.entries())
      await writer.append({ type: "verdict-recorded", data: verdict(each), ...by, task: `bd-${index}` });
    return writer.row(insights, lesson);
  });
}

describe("a verdict that both refutes and confirms an insight", () => {
  it("the refutation is applied first: an insight that had held often has regressed, and starts again", async () => {
    const row = await withVerdicts(confirmed, confirmed, confirmed, { ...refuted, ...confirmed });
    expect(row?.evidence).toMatchObject({ reinforcements: 1, ignores: 1, successes: 5 });
    expect(row?.evidence.regressedAt).not.toBeNull();
  });

  it("the confirmation counts as the third when the insight had not held often before", async () => {
    const row = await withVerdicts(confirmed, confirmed, { ...refuted, ...confirmed });
    expect(row?.evidence).toMatchObject({ reinforcements: 3, ignores: 1, regressedAt: null });
  });

  it("an insight that is neither refuted nor confirmed ages, and a confirmed one never does", async () => {
    expect((await withVerdicts({ aged: [lesson] }))?.evidence.ageing).toBe(1);
    expect((await withVerdicts({ aged: [lesson] }, { ...confirmed, aged: [lesson] }))?.evidence.ageing).toBe(
      0,
    );
  });
});

describe("a verdict", () => {
  it("a verdict takes back a sighting that its deliberation did not earn, and keeps the first one", async () => {
    const unearned = { penalised: [{ ...penalty, unearned: true }] };
    expect((await withVerdicts(confirmed, refuted))?.evidence).toMatchObject({ successes: 2, ignores: 1 });
    expect((await withVerdicts(confirmed, unearned))?.evidence).toMatchObject({ successes: 1, ignores: 1 });
    expect((await withVerdicts(unearned, unearned))?.evidence).toMatchObject({ successes: 1, ignores: 2 });
  });

  it("a verdict confirms an insight in the situation of the deliberation: its task, labels and folders", async () => {
    const row = await withVerdicts(
      { ...confirmed, deliberation: "another", labels: ["bug"] },
      { ...confirmed, deliberation: "a third", labels: ["auth"], files: ["src/a.ts"] },
    );
    expect(row?.evidence.sightings).toBe(3);
    expect(row?.evidence.situations).toEqual([
      { task: "bd-seen", labels: [], folders: [] },
      { task: "bd-0", labels: ["bug"], folders: [] },
    ]);
  });
});

describe("an insight that was never shown", () => {
  it("an insight is not created by a verdict, an exposure or a person's promotion", async () => {
    const ledger = ledgerOver();
    const row = await ledger.write(async (writer) => {
      await writer.append({ type: "verdict-recorded", data: verdict({ ...refuted, ...confirmed }), ...by });
      await writer.append({ type: "lesson-promoted", data: { lesson, reason: "r" }, ...by });
      await writer.append({
        type: "lesson-exposed",
        data: {
          lesson,
          verb: "brief",
          moment: "brief",
          role: "judge",
          brief: "b",
          text: "t",
          probability: 1,
        },
        ...by,
      });
      return writer.row(insights, lesson);
    });
    expect(row).toBeUndefined();
  });
});

describe("a setting of insights", () => {
  const foldsWith = (changes: Partial<Config["insights"]>) =>
    projections.map(
      (each) => foldOf(each, { ...defaults, insights: { ...defaults.insights, ...changes } }).fingerprint,
    );

  it.each([
    ["briefLimitMs", { briefLimitMs: 1_000 }],
    ["captureLimitMs", { captureLimitMs: 1_000 }],
    ["pairs", { pairs: ["tester:coder"] }],
    ["budgetTokens", { budgetTokens: 100 }],
    ["adversarialBudgetTokens", { adversarialBudgetTokens: 100 }],
    ["adversarialRoles", { adversarialRoles: ["coder"] }],
    ["dropBelowScore", { dropBelowScore: 0.2 }],
    ["matchOverlap", { matchOverlap: 0.5 }],
  ] satisfies [keyof Config["insights"], Partial<Config["insights"]>][])(
    "a setting that changes no row causes no new fold: %s",
    (_name, changes) => {
      expect(foldsWith(changes)).toEqual(foldsWith({}));
    },
  );

  it.each([
    ["decayDays", { decayDays: 7 }],
    ["immuneAfterReinforcements", { immuneAfterReinforcements: 5 }],
    ["ruleFactor", { ruleFactor: 2 }],
    ["causalFactor", { causalFactor: 2 }],
    ["deprecateUnusedDays", { deprecateUnusedDays: 30 }],
    ["severeRoles", { severeRoles: ["coder"] }],
    ["severePenalty", { severePenalty: 2 }],
    ["outcomeScoring", { outcomeScoring: false }],
  ] satisfies [keyof Config["insights"], Partial<Config["insights"]>][])(
    "a setting that changes rows causes a new fold of insights and nothing else: %s",
    (_name, changes) => {
      const [before, after] = [foldsWith({}), foldsWith(changes)];
      const changed = projections
        .filter((_, index) => before[index] !== after[index])
        .map(({ name }) => name);
      expect(changed).toEqual(["insights"]);
    },
  );
});
