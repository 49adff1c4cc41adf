import type { Role } from "./roles.js";

/** Verbs that change nothing. */
const reading = [
  "explain",
  "report",
  "status",
  "lessons acks",
  "lessons history",
  "lessons list",
  "lessons motifs",
  "search",
  "shown",
  "log",
  "sessions",
  "timeline",
  "today",
  "trial status",
  "errors context",
  "errors list",
  "errors stats",
  "decide",
  "policy",
  "export",
  "metrics",
];

/**
 * Verbs that a hub does not offer. They are about a folder in which somebody works, about the files of a
 * machine, or about another project.
 */
const local = [
  "doctor",
  "lessons harden-quarantine",
  "lessons import",
  "lessons publish",
  "lessons share",
  "begin-phase",
  "check-tool",
  "end-phase",
  "end-silent-phases",
  "gate",
  "hear",
  "learn-calls",
  "learned-sessions",
  "back-up",
  "import",
  "rebuild",
  "restore",
  "team status",
];

/**
 * The role that a verb needs on a hub; undefined where no hub offers it. A verb for a person needs a lead,
 * because what it decides holds for everybody.
 */
export function roleForVerb(name: string, caller: "anyone" | "person"): Role | undefined {
  if (local.includes(name)) return undefined;
  if (reading.includes(name)) return "reader";
  return caller === "person" ? "lead" : "agent";
}
