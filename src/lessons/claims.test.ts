import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../tests/support/ledger.js";
import type { EventData, EventType } from "../log/events/catalog.js";
import type { Draft } from "../log/store/ledger-writer.js";
import { directives } from "./directive/fold/directives.js";
import { directiveId } from "./directive/rules/directive-id.js";
import { insights } from "./insight/fold/insights.js";
import { strategies } from "./strategy/fold/strategies.js";
import { trials } from "./trial/fold/trials.js";

const person = { actor: "ada", origin: "human" };
const agent = { actor: "coder@bob", origin: "agent:coder" };

type Given = { [Type in EventType]: Draft<Type> }[EventType];

async function logOf(...given: readonly Given[]) {
  const ledger = ledgerOver();
  await ledger.write(async (writer) => {
    for (const each of given) await writer.append(each as Draft<EventType>);
  });
  return ledger;
}

const insight = "insight-1-judge";
const observed: Given = {
  type: "lesson-observed",
  data: {
    lesson: insight,
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
  },
  ...agent,
};
const tried: Given = {
  type: "strategy-observed",
  data: { lesson: "strategy-by-layer", text: "Split by layer", success: true, outcome: "o" },
  ...agent,
};
const deprecated = (lesson: string, by: "evidence" | "person" | "caller"): Given => ({
  type: "lesson-deprecated",
  data: { lesson, by, reason: "so it is said" },
  ...(by === "person" ? person : agent),
});
const promoted = (lesson: string): Given => ({
  type: "lesson-promoted",
  data: { lesson, reason: "it is right" },
  ...person,
});

describe("evidence that is only claimed", () => {
  it("an insight stays although somebody claims that evidence put it away", async () => {
    const ledger = await logOf(observed, deprecated(insight, "evidence"));
    const row = await ledger.read((reader) => reader.row(insights, insight));
    expect(row?.evidence.deprecated).toBeNull();
  });

  it("a strategy stays although somebody claims that evidence put it away", async () => {
    const ledger = await logOf(tried, deprecated("strategy-by-layer", "evidence"));
    const row = await ledger.read((reader) => reader.row(strategies, "strategy-by-layer"));
    expect(row?.deprecated).toBeNull();
  });

  it("a verdict of a trial without the sessions that call for it changes nothing", async () => {
    const arms = { shown: { sessions: 60, failures: 40 }, heldOut: { sessions: 60, failures: 4 } };
    const data = {
      lesson: "failure-1",
      verdict: "harms",
      evidence: 90,
      low: 0.3,
      high: 0.8,
      ...arms,
    } as const;
    const one: EventData<"trial-session-ended"> = {
      session: "s",
      cause: "task",
      draws: [
        { lesson: "failure-1", shown: true, probability: 0.5, moment: "start", failed: true, worked: false },
      ],
    };
    const judged: Given = { type: "trial-judged", data, ...agent };
    const ledger = await logOf(judged, { type: "trial-session-ended", data: one, ...agent }, judged);
    const row = await ledger.read((reader) => reader.row(trials, "failure-1"));
    expect(row).toMatchObject({ verdict: null, bets: { shown: { sessions: 1 } } });
  });
});

describe("what a person vouched for", () => {
  it.each(["caller", "person"] as const)(
    "an insight that a person vouched for is put away by a person alone, not by a caller: %s",
    async (by) => {
      const ledger = await logOf(observed, promoted(insight), deprecated(insight, by));
      const row = await ledger.read((reader) => reader.row(insights, insight));
      expect(row?.evidence.promoted).toBe(by === "caller");
      expect(row?.evidence.deprecated === null).toBe(by === "caller");
    },
  );

  it.each(["caller", "person"] as const)(
    "a strategy that a person vouched for is put away by a person alone, not by a caller: %s",
    async (by) => {
      const ledger = await logOf(tried, promoted("strategy-by-layer"), deprecated("strategy-by-layer", by));
      const row = await ledger.read((reader) => reader.row(strategies, "strategy-by-layer"));
      expect(row?.promoted).toBe(by === "caller");
      expect(row?.deprecated === null).toBe(by === "caller");
    },
  );
});

const text = "Validate every request body";
const lesson = directiveId(text);
const proposed = (changes: Partial<EventData<"lesson-proposed">>, by: typeof person): Given => ({
  type: "lesson-proposed",
  data: {
    lesson,
    kind: "directive",
    text,
    category: "general",
    tags: [],
    triggers: [],
    requiredActions: [],
    forbiddenActions: [],
    verificationChecks: [],
    appliesToAgents: ["coder"],
    appliesToTools: [],
    priority: "medium",
    enforcement: "warn",
    citations: [],
    bornAtPhase: 0,
    ...changes,
  },
  ...by,
});
const activated: Given = { type: "lesson-activated", data: { lesson, reason: "yes" }, ...person };
const inForce = [proposed({ citations: [{ file: "src/a.ts", hash: "1" }] }, person), activated];
const quarantined = (missing: EventData<"lesson-quarantined">["missing"]): Given => ({
  type: "lesson-quarantined",
  data: { lesson, missing },
  ...agent,
});
const hardened: Given = { type: "lesson-hardened", data: { lesson, appliesToAgents: ["nobody"] }, ...agent };
const escalated: Given = {
  type: "directive-escalated",
  data: { lesson, from: { priority: "medium", enforcement: "warn" }, violations: [7, 8, 9] },
  ...agent,
};
const ruleAfter = async (...given: readonly Given[]) =>
  (await logOf(...given)).read((reader) => reader.row(directives, lesson));

describe("a rule that is in force", () => {
  it("a rule in force is not put into quarantine by an agent that finds something missing", async () => {
    expect(await ruleAfter(...inForce, quarantined(["contradiction"]))).toMatchObject({ status: "active" });
    const byPerson = { ...quarantined(["contradiction"]), ...person };
    expect(await ruleAfter(...inForce, byPerson)).toMatchObject({ status: "quarantined" });
  });

  it("a rule in force waits for a person once a file that it cites is gone, and only if it cites one", async () => {
    const gone = quarantined(["citation_gone"]);
    expect(await ruleAfter(...inForce, gone)).toMatchObject({ status: "quarantined" });
    const citesNothing = [proposed({}, person), activated];
    expect(await ruleAfter(...citesNothing, gone)).toMatchObject({ status: "active" });
  });

  it("a rule that was put away does not come back because an agent says that it lacks something", async () => {
    const retired: Given = { type: "lesson-retired", data: { lesson, reason: "no" }, ...person };
    expect(await ruleAfter(...inForce, retired, quarantined(["missing_scope"]))).toMatchObject({
      status: "archived",
    });
  });

  it("a rule in force keeps its scope, whatever an agent adds to it", async () => {
    expect(await ruleAfter(...inForce, hardened)).toMatchObject({ appliesToAgents: ["coder"] });
    expect(await ruleAfter(...inForce, { ...hardened, ...person })).toMatchObject({
      appliesToAgents: ["nobody"],
    });
  });

  it("a rule is escalated only if violations of it are known", async () => {
    expect(await ruleAfter(...inForce, escalated)).toMatchObject({ enforcement: "warn" });
    const found = { lesson, kind: "violated", source: "predicate" } as const;
    const violated: Given = { type: "receipt-recorded", data: found, ...agent, run: "r" };
    expect(await ruleAfter(...inForce, violated, escalated)).toMatchObject({ enforcement: "enforce" });
  });
});

describe("a rule that waits for a lead", () => {
  it("a rule that waits for a lead is put in force by the lead, not by an agent's answer", async () => {
    const answered: Given = {
      type: "receipt-recorded",
      data: { lesson, kind: "applied", source: "delegate" },
      ...agent,
    };
    expect(await ruleAfter(proposed({}, person), answered)).toMatchObject({ status: "proposed" });
    expect(await ruleAfter(proposed({}, person), quarantined(["missing_scope"]))).toMatchObject({
      status: "proposed",
    });
    expect(await ruleAfter(proposed({}, person), answered, activated)).toMatchObject({ status: "active" });
  });
});

describe("a directive that only its author stands behind", () => {
  it("a directive that only its author stands behind is never escalated", async () => {
    const found = { lesson, kind: "violated", source: "predicate" } as const;
    const violated: Given = { type: "receipt-recorded", data: found, ...agent, run: "r" };
    expect(await ruleAfter(proposed({}, agent), violated, escalated)).toMatchObject({ enforcement: "warn" });
  });

  it("a directive in quarantine is made checkable by an agent", async () => {
    const row = await ruleAfter(proposed({}, agent), quarantined(["missing_scope"]), hardened);
    expect(row).toMatchObject({ appliesToAgents: ["nobody"] });
  });
});
