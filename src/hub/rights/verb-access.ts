import type { Role } from "./roles.js";

/** Verbs that change nothing. */
const reading = [
  "adapters",
  "decide",
  "errors context",
  "errors list",
  "errors stats",
  "evidence",
  "explain",
  "export",
  "lessons acks",
  "lessons history",
  "lessons list",
  "lessons motifs",
  "log",
  "metrics",
  "policy",
  "reliability",
  "report",
  "search",
  "sessions",
  "shown",
  "status",
  "team members",
  "team status",
  "timeline",
  "today",
  "trial status",
] as const;

/** Verbs that record what happened, or tell an agent what was learned. */
const recording = [
  "acknowledge",
  "brief",
  "complete",
  "deliberate",
  "errors record",
  "errors resolve",
  "feedback",
  "lessons add",
  "lessons harden",
  "outcome-score",
  "plan",
  "record",
  "record-many",
  "record-report",
  "reflect",
  "review",
] as const;

/** Verbs that decide for everybody. */
const deciding = [
  "lessons activate",
  "lessons edit",
  "lessons forget",
  "lessons mute",
  "lessons promote",
  "lessons reset",
  "lessons retire",
  "lessons review",
  "lessons set",
  "lessons sleep",
  "lessons undo",
  "lessons unmute",
  "policy set",
  "relax",
  "trial start",
  "trial stop",
] as const;

/** Verbs that say who is let in. */
const managing = ["team invite", "team remove", "team revoke", "team role"] as const;

/**
 * Verbs that a hub does not offer. They are about a folder in which somebody works, about the files of a
 * machine or what it sent, about another project, or would fold a whole log while others wait.
 */
const local = [
  "back-up",
  "begin-phase",
  "check-tool",
  "doctor",
  "end-phase",
  "end-silent-phases",
  "gate",
  "hear",
  "import",
  "learn-calls",
  "learned-sessions",
  "lessons harden-quarantine",
  "lessons import",
  "lessons publish",
  "lessons share",
  "note-removal",
  "note-work",
  "rebuild",
  "replay",
  "restore",
  "team dismiss",
] as const;

/** Every verb, by the role that it needs on a hub; null where no hub offers it. */
export const verbAccess: ReadonlyMap<string, Role | null> = new Map<string, Role | null>([
  ...reading.map((name) => [name, "reader"] as const),
  ...recording.map((name) => [name, "agent"] as const),
  ...deciding.map((name) => [name, "lead"] as const),
  ...managing.map((name) => [name, "admin"] as const),
  ...local.map((name) => [name, null] as const),
]);

/** The role that a verb needs on a hub; undefined where no hub offers it, as for a name that is not known. */
export function roleForVerb(name: string): Role | undefined {
  return verbAccess.get(name) ?? undefined;
}
