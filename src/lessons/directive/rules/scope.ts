import { commonToolName, toolFamily } from "../../../reading/tool-family.js";
import type { Directive } from "./directive.js";

/** Whose prompt it is, and the tools that are expected in the run. */
export interface BriefScope {
  readonly role: string;
  readonly tools: readonly string[];
}

/** Names that people write for "every role" or "every tool". */
const everyone = new Set(["*", "all", "any", "every", "everyone", "all-agents", "all-roles", "all-tools"]);

/**
 * Whether a directive is scoped to the role, or to one of its expected tools. One that names neither is for
 * everyone: only a person puts such a directive in force.
 */
export function appliesTo(
  directive: Pick<Directive, "appliesToAgents" | "appliesToTools">,
  { role, tools }: BriefScope,
): boolean {
  const names = (given: readonly string[], wanted: ReadonlySet<string>) =>
    given.some((name) => name !== "" && (name === anyName || wanted.has(name)));
  if (directive.appliesToAgents.length === 0 && directive.appliesToTools.length === 0) return true;
  return (
    names(directive.appliesToAgents.map(scopeName), new Set([scopeName(role)])) ||
    (tools.length > 0 && names(directive.appliesToTools.map(toolScope), new Set(tools.map(toolScope))))
  );
}

/** Tools that hosts name differently are one scope, and so are all tools that change files. */
function toolScope(tool: string): string {
  return scopeName(toolFamily(tool) === "edit" ? "edit" : commonToolName(tool));
}

/** What every name for "all of them" comes to. */
export const anyName = "*";

/** Whether a list of roles holds this one, however it is spelled. */
export function isNamedIn(roles: readonly string[], role: string): boolean {
  return roles.some((name) => scopeName(name) === scopeName(role));
}

/** "Test Engineer", "test_engineer" and "test-engineer" are one name; "all" and "everyone" are another. */
export function scopeName(name: string): string {
  const normal = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
  return everyone.has(normal) ? anyName : normal;
}
