import type { WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LessonFacts } from "../../search/order/signals.js";
import type { Context } from "../../verbs/call/context.js";
import { explainDirective } from "../explain/explain-directive.js";
import { explainReach } from "../explain/explain-reach.js";
import { publishedText } from "../instructions/rules/published-text.js";
import { type LessonKind, neverHeldOut, type StandingFacts, staysAwake } from "../kind.js";
import type { DirectiveLesson } from "../lesson-output.js";
import { isAlwaysShown } from "../muted-roles.js";
import { proposerName } from "../proposer-name.js";
import { nameOrQuote, quoteAsData } from "../unconfirmed/quote-as-data.js";
import { freshnessOf } from "./citations.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { directives } from "./fold/directives.js";
import { missingFor, retireAfterFailures } from "./rules/actionability.js";
import { bestStanding, directiveStatuses, standingOf } from "./rules/directive.js";
import { appliesTo } from "./rules/scope.js";

/** Scoped, checkable instructions. */
export const directiveKind: LessonKind<"directive", DirectiveRow, DirectiveLesson, Context> = {
  name: "directive",
  calledAs: ["directive"],
  view: directives,
  states: directiveStatuses,
  acts: {
    // It has no evidence to start again from.
    reset: (lesson) => ({
      message: "a rule cannot be reset",
      next: `'whetstone lessons set ${lesson}' sets its weight`,
    }),
    sleep: staysAwake,
    mute: true,
    trial: neverHeldOut,
    retiredBy: "lesson-retired",
  },

  rowId: (id) => id,
  line: ({ lesson, text }) => ({ id: lesson, kind: "directive", text }),
  standing: ({ status, missing, vouched }) => ({
    state: status,
    reason: missing.join(", "),
    promoted: vouched,
  }),
  traits: ({ tags, category, appliesToAgents }) => ({
    tag: tags,
    category: [category],
    role: appliesToAgents,
  }),
  events: ({ events }) => events,
  explain,

  listed,
  compare: (a, b) => byWeight[a.priority] - byWeight[b.priority] || (a.id < b.id ? -1 : 1),
  quoted,
  isFor: (lesson, role) => appliesTo(lesson, { role, tools: [] }),

  published: (row) =>
    row.status === "active" ? { text: publishedText(row), firstSeenAt: row.firstSeenAt } : undefined,

  searchText: ({ status, text, tags, triggers, requiredActions, forbiddenActions, priority }) =>
    status === "archived"
      ? undefined
      : {
          text: [text, ...tags, ...requiredActions, ...forbiddenActions].join("\n"),
          triggers,
          critical: priority === "critical",
        },
  searchTextChangesWith: [
    "lesson-proposed",
    "lesson-activated",
    "lesson-promoted",
    "lesson-quarantined",
    "lesson-hardened",
    "directive-escalated",
    "directive-set",
    "lesson-retired",
    "lesson-edited",
    "lesson-decision-undone",
    "lesson-forgotten",
  ],
  facts,
  bestFacts: () => ({ maturity: 1, applied: 0, agePhases: 0, standing: bestStanding }),

  textsIn,
};

async function explain(row: DirectiveRow, context: Context, reader: LedgerReader) {
  const { from } = row;
  const isOwn = from?.project === context.ledger.project;
  const before = isOwn ? await reader.row(directives, from.lesson) : undefined;
  const { answer, ...explained } = explainDirective(row, context, before);
  const reach = await explainReach(context, reader, {
    lesson: row.lesson,
    text: row.text,
    whole: publishedText(row),
    shownAnyway: isAlwaysShown(row),
  });
  return { ...explained, answer: [...answer, ...reach] };
}

function listed(row: DirectiveRow, context: Context): DirectiveLesson {
  const { lesson, text, status, priority, enforcement, appliesToAgents, appliesToTools, missing, origin } =
    row;
  return {
    id: lesson,
    kind: "directive",
    state: status,
    text,
    confirmed: status === "active" || origin === "human",
    successes: row.receipts.applied + row.receipts.verified - row.refuted,
    failures: row.receipts.violated,
    exposures: row.exposures,
    lastSeenAt: row.firstSeenAt,
    priority,
    enforcement,
    appliesToAgents,
    appliesToTools,
    missing,
    lacks: lacksOf(context, row),
    contradicts: row.contradicts,
    retireCandidate: row.failedHardenings >= retireAfterFailures,
    origin,
    by: proposerName(row),
  };
}

function lacksOf({ ledger }: Context, row: DirectiveRow): DirectiveLesson["lacks"] {
  if (row.status !== "active") return [];
  const missing = missingFor(row, ledger.config.directives);
  const stopsNothing = row.forbiddenActions.length === 0 && row.verificationPredicate === undefined;
  return [
    ...(missing.includes("missing_predicate") ? (["check"] as const) : []),
    ...(missing.includes("missing_scope") ? (["scope"] as const) : []),
    ...(row.enforcement === "enforce" && stopsNothing ? (["forbidden_action"] as const) : []),
  ];
}

const byWeight = { critical: 0, high: 1, medium: 2, low: 3 } as const;

function quoted(lesson: DirectiveLesson): DirectiveLesson {
  if (lesson.confirmed) return lesson;
  const { text, by, appliesToAgents, appliesToTools } = lesson;
  const names = (list: readonly string[]) => list.map(nameOrQuote);
  return {
    ...lesson,
    appliesToAgents: names(appliesToAgents),
    appliesToTools: names(appliesToTools),
    by: nameOrQuote(by),
    text: quoteAsData(text),
  };
}

function facts(row: DirectiveRow, { places }: Context, phases: number): StandingFacts | undefined {
  if (row.status !== "active" && row.status !== "proposed") return undefined;
  const confirmed = row.status === "active";
  const facts = directiveFacts(row, phases, freshnessOf(places.root, row.citations) !== "fresh");
  return { ...facts, critical: facts.critical === true && confirmed, origin: row.origin, confirmed };
}

/** `stale` when a file that it cites has changed. */
export function directiveFacts(row: DirectiveRow, phases: number, stale: boolean): LessonFacts {
  const { applied, ignored, violated } = row.receipts;
  return {
    id: row.lesson,
    text: row.text,
    maturity: 1,
    applied,
    agePhases: phases - row.bornAtPhase,
    standing: standingOf(row.priority, { applied, ignored, violated, stale }),
    critical: row.priority === "critical",
  };
}

/** A directive says what it says in several places. Short words are in everybody's texts, and stay there. */
function textsIn({ type, data }: WhetstoneEvent, lessons: readonly string[]): readonly string[] {
  if (!("lesson" in data) || data.lesson === undefined || !lessons.includes(data.lesson)) return [];
  switch (type) {
    case "lesson-confirmed":
    case "correction-heard":
      return [data.text];
    case "lesson-proposed":
    case "lesson-hardened":
      return textsOfDirective(data);
    case "lesson-edited":
      return [data.from, data.to].flatMap(({ text }) => text ?? []);
    default:
      return [];
  }
}

function textsOfDirective(data: object): readonly string[] {
  const { text, tags, requiredActions, forbiddenActions, verificationChecks, triggers } = data as Partial<
    Record<string, readonly string[] | string>
  >;
  const lists = [tags, requiredActions, forbiddenActions, verificationChecks, triggers].flatMap(
    (list) => list ?? [],
  );
  return [
    ...(typeof text === "string" ? [text] : []),
    ...lists.filter((each) => each.length >= shortestForgotten),
  ];
}

const shortestForgotten = 12;
