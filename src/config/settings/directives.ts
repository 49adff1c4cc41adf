import { make } from "../setting.js";

const { bytes, characters, count, days, list, ms } = make;

/** Scoped instructions, the checks behind them, the gate, and reflection. */
export const directives = {
  directives: {
    textAtLeastChars: characters(15, [1, 1000], "ours", "Shortest text of a directive."),
    textAtMostChars: characters(280, [15, 2000], "ours", "Longest text of a directive."),
    minChecks: count(
      1,
      [0, 10],
      "directives: actionability schema",
      "Machine-checkable conditions an active directive needs.",
    ),
    minScopeTags: count(
      1,
      [0, 10],
      "directives: actionability schema",
      "Roles or tools an active directive must name.",
    ),
    enrichmentRetries: count(
      1,
      [0, 10],
      "directives: one retry",
      "Further calls when the model's enrichment does not fit.",
    ),
    hardeningBatch: count(5, [1, 1000], "ours", "Quarantined directives worked through in one go."),
    retireAfterFailures: count(
      2,
      [1, 100],
      "ours (directives: retire_candidate)",
      "Failed hardenings that mark a directive for retirement.",
    ),
    briefMax: count(8, [0, 100], "directives: delegate_max_inject_count", "Directives in one agent's brief."),
    briefMaxBytes: bytes(
      16_384,
      [1024, 1_048_576],
      "ours",
      "The directive block never grows larger than this.",
    ),
    shortIdChars: characters(
      8,
      [4, 36],
      "ours",
      "Characters of an id that are enough in an acknowledgement.",
    ),
    predicateTimeoutMs: ms(
      15_000,
      [100, 600_000],
      "directives: predicate runner",
      "A predicate that runs longer is killed and fails.",
    ),
    predicateOutputMaxBytes: bytes(
      65_536,
      [1024, 16_777_216],
      "ours",
      "Output of a predicate beyond this is cut.",
    ),
    predicateCommands: list(
      [],
      "ours (directives: allowlisted binaries)",
      "Commands that tool: predicates may run, each with its exact arguments.",
    ),
    overrideAtLeastChars: characters(
      10,
      [1, 1000],
      "ours (directives: written justification)",
      "Shortest justification of a gate override.",
    ),
    denialsBeforeWayOut: count(
      5,
      [1, 1000],
      "ours",
      "Equal denials in a row after which the gate tells the person how to override.",
    ),
    escalateAfterViolations: count(
      2,
      [1, 100],
      "directives: repeat-mistake escalator",
      "Violations that escalate a directive.",
    ),
    escalateWithinDays: days(
      30,
      [1, 3650],
      "directives: repeat-mistake escalator",
      "Only violations this recent count together.",
    ),
  },
  reflection: {
    motifTasks: count(
      2,
      [2, 1000],
      "ours (directives: trajectory motifs)",
      "Tasks that share a failure before it becomes a proposal.",
    ),
  },
};
