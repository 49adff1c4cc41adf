import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { Context } from "../../verbs/call/context.js";
import { explainInsight } from "../explain/explain-insight.js";
import { explainReach } from "../explain/explain-reach.js";
import { plainText } from "../instructions/rules/published-text.js";
import { type LessonKind, neverHeldOut, type StandingFacts, type Surroundings, staysAwake } from "../kind.js";
import { textOfId } from "../lesson-id.js";
import type { InsightLesson } from "../lesson-output.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";
import { type InsightRow, insights } from "./fold/insights.js";
import { scoreInsight, successRateOf } from "./rules/insight-score.js";
import { insightStates, mayBeShown, stateOfInsight } from "./rules/insight-state.js";

/** What a role keeps noticing. */
export const insightKind: LessonKind<"insight", InsightRow, InsightLesson, Context> = {
  name: "insight",
  calledAs: ["insight"],
  view: insights,
  states: insightStates,
  acts: { reset: true, sleep: staysAwake, mute: true, trial: neverHeldOut, retiredBy: "lesson-deprecated" },

  rowId: (id) => id,
  line: ({ lesson, text }) => ({ id: lesson, kind: "insight", text }),
  standing: ({ evidence }, { ledger, clock }) => ({
    state: stateOfInsight(evidence, clock(), ledger.config.insights),
    reason: evidence.deprecated?.reason ?? "unused for long",
    promoted: evidence.promoted,
  }),
  traits: ({ category, role }) => ({ tag: [], category: [category], role: [role] }),
  events: ({ events }) => events,
  explain: async (row, context, reader) => {
    const { answer, ...explained } = explainInsight(row, context);
    const { lesson, text } = row;
    const reach = await explainReach(context, reader, { lesson, text, whole: text, shownAnyway: false });
    return { ...explained, answer: [...answer, ...reach] };
  },

  listed,
  compare: (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1),
  quoted: (lesson) => (lesson.confirmed ? lesson : { ...lesson, text: quoteAsData(lesson.text) }),
  isFor: (lesson, role) => lesson.role === role,

  published: ({ evidence, text, firstSeenAt }, { ledger, clock }) =>
    stateOfInsight(evidence, clock(), ledger.config.insights) === "active"
      ? { text: plainText(text), firstSeenAt }
      : undefined,

  searchText: ({ text }) => ({ text }),
  searchTextChangesWith: ["lesson-observed", "lesson-forgotten"],
  facts,
  bestFacts: () => ({ maturity: 1, insightScore: 1, outcome: 1, applied: 0 }),

  // A line of a prompt may be a whole summary, in which the lesson stands in other words.
  textsIn: ({ type, data }, lessons) =>
    (type === "lesson-observed" || type === "lesson-exposed") && lessons.includes(data.lesson)
      ? [data.text]
      : [],
  sameWords: async (reader, lesson) => (await sameInsight(reader, lesson)).map((row) => row.lesson),
};

/** More roles than a project has. */
const mostRoles = 200;

/** The same insight in every role that has it, this one included. */
export function sameInsight(reader: LedgerReader, lesson: string): Promise<readonly InsightRow[]> {
  return reader.rowsBeginning(insights, `${textOfId(lesson)}-`, mostRoles);
}

function listed(row: InsightRow, { ledger, clock }: Surroundings): InsightLesson {
  const { insights: settings } = ledger.config;
  const { lesson, role, text, category, evidence, exposures, origin } = row;
  return {
    id: lesson,
    kind: "insight",
    state: stateOfInsight(evidence, clock(), settings),
    text,
    confirmed: row.confirmed,
    successes: evidence.successes,
    failures: evidence.ignores,
    exposures,
    lastSeenAt: evidence.lastSaidAt,
    origin,
    role,
    category,
    score: rounded(scoreInsight(evidence, category, 0, clock(), settings).score),
  };
}

function facts(row: InsightRow, { ledger, clock }: Surroundings): StandingFacts | undefined {
  const { insights: settings } = ledger.config;
  if (stateOfInsight(row.evidence, clock(), settings) === "deprecated" || !mayBeShown(row)) return undefined;
  const { text, category, evidence, origin, confirmed } = row;
  const { held, failed } = evidence.outcomes;
  return {
    id: row.lesson,
    text,
    origin,
    confirmed,
    maturity: 1,
    insightScore: scoreInsight(evidence, category, 0, clock(), settings).score,
    outcome: held + failed === 0 ? undefined : (held - failed) / (held + failed),
    applied: Math.round(evidence.successes * successRateOf(evidence, settings)),
  };
}
