import { make } from "../setting.js";

const { boolean, bytes, choice, count, days, list, ms, ratio, tokens } = make;

/** Scoped instructions, the checks behind them, the gate, and reflection. */
export const directives = {
  directives: {
    minChecks: count(
      1,
      [0, 10],
      "directives: actionability schema",
      "Machine-checkable conditions an active rule needs.",
    ),
    briefMax: count(8, [0, 100], "directives: delegate_max_inject_count", "Rules in one agent's brief."),
    briefMaxBytes: bytes(16_384, [1024, 1_048_576], "ours", "The rule block never grows larger than this."),
    predicateTimeoutMs: ms(
      15_000,
      [100, 600_000],
      "directives: predicate runner",
      "A predicate that runs longer is killed and fails.",
    ),
    predicateCommands: list(
      [],
      "ours (directives: allowlisted binaries)",
      "Commands that tool: predicates may run, each with its exact arguments.",
    ),
    escalateAfterViolations: count(
      2,
      [1, 100],
      "directives: repeat-mistake escalator",
      "Violations that escalate a rule.",
    ),
    escalateWithinDays: days(
      30,
      [1, 3650],
      "directives: repeat-mistake escalator",
      "Only violations this recent count together.",
    ),
  },
  reflection: {
    coChange: boolean(
      false,
      "directives: dark-matter co-change entries",
      "Propose a lesson for files that keep changing together.",
    ),
    atTheCall: choice(
      "stop",
      ["stop", "off"],
      "ours",
      "Whether a call that keeps failing is stopped once with what worked instead.",
    ),
    stopAfterSessions: count(
      3,
      [1, 50],
      "ours",
      "Sessions in which a call has to fail before it is stopped the next time.",
    ),
    startLessons: count(
      3,
      [0, 20],
      "ours",
      "Failure lessons that are shown as a session or a prompt begins.",
    ),
    startTokens: tokens(150, [0, 10_000], "ours", "Room for them, without the frame around them."),
    startShare: ratio(
      0.25,
      "ours",
      "Share of the newest sessions that a failure has to come in to be said at the start.",
    ),
    recentSessions: count(20, [1, 60], "ours", "Newest sessions that this share is of."),
    startFailures: count(3, [1, 60], "ours", "Minimum number of failing sessions, whatever the share."),
    sessionTokens: tokens(
      800,
      [0, 100_000],
      "ours",
      "Failure lessons that a session with its agents is shown, at all its moments together.",
    ),
  },
};
