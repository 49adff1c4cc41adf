import { forgottenMark } from "../../../log/events/blank-text.js";
import type { EventOf } from "../../../log/events/catalog.js";
import type { Witness } from "../../../log/events/witness.js";
import type { Directive } from "../rules/directive.js";
import { isIdOf } from "../rules/directive-id.js";
import { type Content, joined } from "../rules/joined.js";

/** Somebody's proposal of a directive. */
export interface Proposal extends Content, Pick<Directive, "text" | "origin"> {
  /** The id of the event, which a decision about it names. */
  readonly proposal: string;
  readonly actor: string;
  /** The channel that knows who its author is. */
  readonly author: Witness | null;
  /** Where a person brought it along from. */
  readonly from: { readonly project: string; readonly lesson: string; readonly origin: string } | null;
}

/** What is known of the proposals of one sentence: the one that stands, and the others. */
export interface Proposed extends Proposal {
  readonly status: Directive["status"];
  /** A person put it in force: what another person wants of the same sentence is added to it. */
  readonly accepted: boolean;
  /**
   * Other proposals of the same sentence, which nobody accepted. Of people's the newest are kept, since their
   * own decision follows at once; of others' the first, so that nobody crowds them out.
   */
  readonly otherProposals: readonly Proposal[];
}

const personsKept = 8;
const othersKept = 4;

/**
 * Whether a proposal has the id of its text: one that has not would put other words in the place of somebody's
 * rule. What was forgotten of a text cannot be compared any more.
 */
export function isRightlyNamed({
  lesson,
  text,
}: {
  readonly lesson: string;
  readonly text: string;
}): boolean {
  return isIdOf(lesson, text) || text.includes(forgottenMark);
}

export function proposalIn({ id, actor, origin, data }: EventOf<"lesson-proposed">): Proposal {
  const { verificationPredicate, witness: author = null, from = null } = data;
  return contentOf({ ...data, verificationPredicate, proposal: id, actor, origin, author, from });
}

type Given = Omit<Proposal, "verificationPredicate"> & {
  readonly verificationPredicate?: string | undefined;
};

/** A proposal's own fields, without all else that a row holds. */
export function contentOf(given: Given): Proposal {
  const { verificationPredicate } = given;
  return {
    text: given.text,
    category: given.category,
    tags: given.tags,
    triggers: given.triggers,
    requiredActions: given.requiredActions,
    forbiddenActions: given.forbiddenActions,
    verificationChecks: given.verificationChecks,
    ...(verificationPredicate === undefined ? {} : { verificationPredicate }),
    appliesToAgents: given.appliesToAgents,
    appliesToTools: given.appliesToTools,
    priority: given.priority,
    enforcement: given.enforcement,
    citations: given.citations,
    proposal: given.proposal,
    actor: given.actor,
    origin: given.origin,
    author: given.author,
    from: given.from,
  };
}

/**
 * Whether the same sentence, proposed again, takes the place of what stands: a person's does, of somebody
 * else's that is not in force. Everything else waits beside it.
 */
export function takesPlace(row: Proposed, next: Proposal): boolean {
  return next.origin === "human" && row.origin !== "human" && !row.accepted && row.status !== "active";
}

/** The row with the content of this proposal, and what stood there among the others. */
export function withContent<Row extends Proposed>(row: Row, next: Proposal): Row {
  const { verificationPredicate: _, ...rest } = row;
  const others = row.otherProposals.filter(({ proposal }) => proposal !== next.proposal);
  return { ...(rest as Row), ...next, otherProposals: bounded([contentOf(row), ...others]) };
}

export function withOther<Row extends Proposed>(row: Row, next: Proposal): Row {
  return { ...row, otherProposals: bounded([...row.otherProposals, next]) };
}

/**
 * The row with the content that a person decided to put in force: the proposal that the decision names, added
 * to what a person accepted before. A decision that names none is about the person's own proposal, or else
 * about the only one there is. Undefined where it is about a proposal that is not known, or not clear.
 */
export function withAccepted<Row extends Proposed>(
  row: Row,
  { proposal, actor }: { readonly proposal?: string | undefined; readonly actor: string },
): Row | undefined {
  const named = proposal ?? unnamed(row, actor);
  if (named === row.proposal) return { ...row, accepted: true };
  const chosen = row.otherProposals.find((each) => each.proposal === named);
  if (chosen === undefined) return undefined;
  if (!row.accepted) return { ...withContent(row, chosen), accepted: true };
  const others = row.otherProposals.filter((each) => each !== chosen);
  return { ...joined(row, chosen), otherProposals: others };
}

/** Whether a decision that names no proposal can only be about the one that stands. */
export function isOnlyProposal(row: Proposed): boolean {
  const words = (each: Proposal) => JSON.stringify({ ...contentOf(each), ...nobody });
  return row.accepted || row.otherProposals.every((each) => words(each) === words(row));
}

const nobody = { proposal: "", actor: "", origin: "", author: null, from: null };

function unnamed(row: Proposed, actor: string): string | undefined {
  const own = [row, ...row.otherProposals].findLast(
    (each) => each.origin === "human" && each.actor === actor,
  );
  return own?.proposal ?? (isOnlyProposal(row) ? row.proposal : undefined);
}

function bounded(proposals: readonly Proposal[]): readonly Proposal[] {
  const isPersons = ({ origin }: Proposal) => origin === "human";
  return [
    ...proposals.filter(isPersons).slice(-personsKept),
    ...proposals.filter((each) => !isPersons(each)).slice(0, othersKept),
  ];
}
