import { defaults } from "../../base/config/settings.js";
import { parseAcks, resolveAcks } from "../../lessons/directive/rules/acks.js";
import { missingFor } from "../../lessons/directive/rules/actionability.js";
import { parseCompliance, resolveCompliance } from "../../lessons/directive/rules/compliance.js";
import { appliesTo } from "../../lessons/directive/rules/scope.js";
import { shouldEscalate } from "../../lessons/directive/rules/trust.js";
import { type Moment, momentMs } from "../../runs/outcomes/moment.js";

/** A directive of a swarm's knowledge, as far as rules ask for it. */
export interface KnowledgeEntry {
  readonly id: string;
  readonly forbidden_actions?: readonly string[];
  readonly required_actions?: readonly string[];
  readonly verification_checks?: readonly string[];
  readonly verification_predicate?: string | null;
  readonly applies_to_agents?: readonly string[];
  readonly applies_to_tools?: readonly string[];
}

/** What keeps an entry out of the active store: a check, a scope, or both. Empty when it may come in. */
export function missingActionability(
  entry: Omit<KnowledgeEntry, "id">,
): readonly ("missing_predicate" | "missing_scope")[] {
  const { verification_predicate } = entry;
  return missingFor(
    {
      requiredActions: entry.required_actions ?? [],
      forbiddenActions: entry.forbidden_actions ?? [],
      verificationChecks: entry.verification_checks ?? [],
      ...(typeof verification_predicate === "string"
        ? { verificationPredicate: verification_predicate }
        : {}),
      appliesToAgents: entry.applies_to_agents ?? [],
      appliesToTools: entry.applies_to_tools ?? [],
    },
    defaults.directives,
  );
}

/** Whether an entry is for a delegate: by its role, or by one of the tools that it is expected to use. */
export function isScopedTo(
  { applies_to_agents = [], applies_to_tools = [] }: Partial<KnowledgeEntry>,
  role: string,
  tools: readonly string[] = [],
): boolean {
  return appliesTo({ appliesToAgents: applies_to_agents, appliesToTools: applies_to_tools }, { role, tools });
}

/** What a delegate's answer says of the directives it was shown; statements about others are spoofed. */
export function readAcknowledgements(answer: string, shown: readonly string[]) {
  const { receipts, spoofed } = resolveAcks(parseAcks(answer), shown);
  const said = new Set(receipts.map(({ lesson }) => lesson));
  return {
    acknowledged: receipts.map(({ lesson, kind, reason }) => ({
      id: lesson,
      kind,
      ...(reason === undefined ? {} : { reason }),
    })),
    spoofed: spoofed.map(({ id }) => id),
    unacknowledged: shown.filter((id) => !said.has(id)),
  };
}

/** The verdicts in a reviewer's DIRECTIVE_COMPLIANCE section, on the directives shown in the phase. */
export function readDirectiveCompliance(review: string, shown: readonly string[]) {
  const { known, unknown, omitted } = resolveCompliance(parseCompliance(review), shown);
  return {
    verdicts: known.map(({ lesson, verdict, evidence }) => ({
      id: lesson,
      verdict,
      ...(evidence === undefined ? {} : { evidence }),
    })),
    neverShown: unknown.map(({ id }) => id),
    omitted,
  };
}

/** Whether a directive becomes critical and enforced: violated twice within thirty days, in different runs. */
export function shouldEscalateDirective(
  violations: readonly { readonly at: Moment; readonly run: string }[],
  now: Moment,
): boolean {
  const seen = violations.map(({ at, run }) => ({ at: momentMs("at", at), run }));
  return shouldEscalate(seen, momentMs("now", now), defaults.directives);
}
