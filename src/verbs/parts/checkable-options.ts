import type { FieldOption } from "../frame/command-line.js";

/** How the fields that make a directive checkable are written as options. */
export const checkableOptions = {
  appliesToAgents: { name: "roles", value: "A,B", commas: true },
  appliesToTools: { name: "tools", value: "A,B", commas: true },
  requiredActions: { name: "must", value: "ACTION", about: "An action that it requires." },
  forbiddenActions: { name: "forbid", value: "ACTION", about: "An action that it forbids." },
  verificationChecks: { name: "check", value: "TEXT" },
  triggers: { name: "trigger", value: "PHRASE", about: "A phrase in a task that calls for it." },
  verificationPredicate: { name: "predicate", about: "A check that a program runs. Needs --by." },
  filesComeLater: { about: "The files of the predicate do not exist yet." },
} as const satisfies Readonly<Record<string, FieldOption>>;
