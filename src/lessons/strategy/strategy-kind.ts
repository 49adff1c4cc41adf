import { isByHand } from "../../log/events/lesson.js";
import { plainText } from "../instructions/rules/published-text.js";
import {
  type LessonKind,
  type ListedLesson,
  neverHeldOut,
  type Published,
  type StandingFacts,
  type Surroundings,
  shownToEveryRole,
  staysAwake,
} from "../kind.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";
import { isConfirmedStrategy } from "./credited-strategies.js";
import { explainStrategy } from "./explain-strategy.js";
import {
  isSelfReported,
  type StrategyRow,
  stateOfStrategy,
  strategies,
  strategyOf,
} from "./fold/strategies.js";
import { bestMultiplier, type MaturityState, maturityMultiplier, maturityStates } from "./rules/maturity.js";

/** A way to split work, or one to avoid, with its track record. */
interface ListedStrategy extends ListedLesson {
  readonly kind: "strategy" | "anti_pattern";
  readonly state: MaturityState;
  readonly selfReported: boolean;
}

/** Ways to split work, each also as the one to avoid. */
export const strategyKind: LessonKind<"strategy", StrategyRow, ListedStrategy> = {
  name: "strategy",
  calledAs: ["strategy", "anti_pattern"],
  view: strategies,
  states: maturityStates,
  acts: {
    reset: true,
    sleep: staysAwake,
    mute: shownToEveryRole("a strategy: plans show it"),
    trial: neverHeldOut,
    retiredBy: "lesson-deprecated",
  },

  rowId: strategyOf,
  line,
  standing: (row, { ledger, clock }) => ({
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    reason: row.deprecated?.reason ?? "",
    promoted: row.promoted,
  }),
  traits: () => ({ tag: [], category: [], role: [] }),
  events: ({ evidence }) => evidence,
  explain: async (row, around) => explainStrategy(row, around),

  listed: listedStrategy,
  compare: (a, b) => b.failures - a.failures || (a.id < b.id ? -1 : 1),
  quoted: (lesson) => (lesson.confirmed ? lesson : { ...lesson, text: quoteAsData(lesson.text) }),
  isFor: () => false,

  published,

  searchText: ({ text }) => ({ text }),
  searchTextChangesWith: ["strategy-observed", "lesson-forgotten"],
  facts,
  bestFacts: ({ ledger: { config } }) => ({
    maturity: bestMultiplier(config.strategies),
    outcome: 1,
    applied: 0,
  }),

  textsIn: ({ type, data }, lessons) =>
    type === "strategy-observed" && lessons.includes(data.lesson) ? [data.text] : [],
};

function line({ lesson, text, invertedBy }: StrategyRow): Pick<ListedStrategy, "id" | "kind" | "text"> {
  return invertedBy === null
    ? { id: lesson, kind: "strategy", text }
    : { id: `anti-${lesson}`, kind: "anti_pattern", text };
}

/** A state by evidence alone is not enough, since it changes as the evidence ages. */
function published(row: StrategyRow, { ledger, clock }: Surroundings): Published | undefined {
  const { promoted, invertedBy, text, firstSeenAt } = row;
  if (!promoted || invertedBy !== null) return undefined;
  return stateOfStrategy(row, clock(), ledger.config.strategies) === "deprecated"
    ? undefined
    : { text: plainText(text), firstSeenAt };
}

export function listedStrategy(row: StrategyRow, { ledger, clock }: Surroundings): ListedStrategy {
  const { id, kind, text } = line(row);
  const { successes, failures, exposures, lastSeenAt, origin } = row;
  return {
    id,
    kind,
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    selfReported: isSelfReported(row),
    text,
    confirmed: isConfirmedStrategy(row),
    successes,
    failures,
    exposures,
    lastSeenAt,
    origin,
  };
}

function facts(row: StrategyRow, { ledger, clock }: Surroundings): StandingFacts | undefined {
  if (row.deprecated !== null && isByHand(row.deprecated)) return undefined;
  const { strategies: settings } = ledger.config;
  const inverted = row.invertedBy !== null;
  const { text, origin, successes, failures } = row;
  const total = successes + failures;
  // A warning is worth as much as a proven way: it keeps somebody from a bad one.
  const maturity = inverted ? 1 : maturityMultiplier(stateOfStrategy(row, clock(), settings), settings);
  return {
    id: row.lesson,
    text,
    origin,
    confirmed: isConfirmedStrategy(row),
    maturity,
    outcome: inverted || total === 0 ? undefined : (successes - failures) / total,
    applied: total,
    negative: inverted,
  };
}
