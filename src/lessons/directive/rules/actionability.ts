import type { Config } from "../../../base/config/settings.js";
import type { Directive } from "./directive.js";

export type Missing = "missing_predicate" | "missing_scope";

type Actionable = Pick<
  Directive,
  | "requiredActions"
  | "forbiddenActions"
  | "verificationChecks"
  | "verificationPredicate"
  | "appliesToAgents"
  | "appliesToTools"
>;
type ActionabilitySettings = Pick<Config["directives"], "minChecks">;

/** After this many failed attempts to make it checkable, a directive may be retired (retire_candidate). */
export const retireAfterFailures = 2;

/**
 * What keeps a directive out of the active store; empty when it may come in. Blank entries count for nothing.
 */
export function missingFor(directive: Actionable, settings: ActionabilitySettings): readonly Missing[] {
  const checks = filled([
    ...directive.requiredActions,
    ...directive.forbiddenActions,
    ...directive.verificationChecks,
    directive.verificationPredicate ?? "",
  ]);
  const scopes = filled([...directive.appliesToAgents, ...directive.appliesToTools]);
  return [
    ...(checks < settings.minChecks ? (["missing_predicate"] as const) : []),
    ...(scopes === 0 ? (["missing_scope"] as const) : []),
  ];
}

function filled(entries: readonly string[]): number {
  return entries.filter((entry) => /[\p{L}\p{N}\p{S}*]/u.test(entry)).length;
}
