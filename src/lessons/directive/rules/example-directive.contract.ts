import type { Directive } from "./directive.js";

/** A whole directive for tests. */
export function directive(changes: Partial<Directive> = {}): Directive {
  return {
    lesson: "directive-a1b2c3d4e5f6",
    text: "Use prepared statements for SQL queries",
    category: "security",
    tags: [],
    triggers: [],
    requiredActions: ["bind every value"],
    forbiddenActions: [],
    verificationChecks: [],
    appliesToAgents: ["coder"],
    appliesToTools: [],
    priority: "medium",
    enforcement: "warn",
    citations: [],
    status: "active",
    origin: "human",
    ...changes,
  };
}
