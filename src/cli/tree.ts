import { catalog } from "../verbs/catalog.js";
import type { CommandTree } from "./command.js";
import { withVerbs } from "./verb-tree.js";

/** Commands that are programs, or verbs that are not yet defined in src/verbs. */
const programs: CommandTree = {
  demo: {
    summary: "Show the whole loop on a temporary project",
    load: () => import("./commands/demo.js"),
  },
  init: {
    summary: "Set up the coding agents of this project",
    load: () => import("./commands/init.js"),
  },
  uninstall: {
    summary: "Undo what init wrote",
    load: () => import("./commands/uninstall.js"),
  },
  errors: {
    summary: "Record and resolve the errors of a task",
    commands: {
      record: {
        summary: "Record an error of a task",
        load: () => import("./commands/errors-record.js"),
      },
      resolve: {
        summary: "Mark an error as dealt with",
        load: () => import("./commands/errors-resolve.js"),
      },
      context: {
        summary: "Print a task's errors for a retry prompt",
        load: () => import("./commands/errors-context.js"),
      },
      list: {
        summary: "List a task's errors and their counts",
        load: () => import("./commands/errors-list.js"),
      },
    },
  },
  deliberate: {
    summary: "Record what a role thought, and keep what may be of use again",
    load: () => import("./commands/deliberate.js"),
  },
  review: {
    summary: "Correct what was learned by a validator's verdict",
    load: () => import("./commands/review.js"),
  },
  ack: {
    summary: "Read what an agent says became of its directives",
    load: () => import("./commands/ack.js"),
  },
  gate: {
    summary: "Ask whether a phase may end",
    load: () => import("./commands/gate.js"),
  },
  "check-tool": {
    summary: "Ask whether a tool may run",
    load: () => import("./commands/check-tool.js"),
  },
  reflect: {
    summary: "Look at a tool call, and keep what it teaches",
    load: () => import("./commands/reflect.js"),
  },
  "outcome-score": {
    summary: "Say what became of a run's work",
    load: () => import("./commands/outcome-score.js"),
  },
  feedback: {
    summary: "Say how well a criterion serves",
    load: () => import("./commands/feedback.js"),
  },
  policy: {
    summary: "Show the policy of an adapter, and why it is so",
    load: () => import("./commands/policy.js"),
  },
  search: {
    summary: "Find lessons by words and meaning, with why",
    load: () => import("./commands/search.js"),
  },
  lessons: {
    summary: "List, add, harden, promote, retire and forget lessons",
    defaultCommand: "list",
    commands: {
      show: {
        summary: "Show a lesson: where it stands, its numbers and its events",
        load: () => import("./commands/lessons-show.js"),
      },
    },
  },
  metrics: {
    summary: "Print the project's counters for Prometheus",
    load: () => import("./commands/metrics.js"),
  },
  export: {
    summary: "Write the log as JSON lines",
    load: () => import("./commands/export.js"),
  },
  import: {
    summary: "Read a log that was exported",
    load: () => import("./commands/import.js"),
  },
  rebuild: {
    summary: "Rebuild every view from the log",
    load: () => import("./commands/rebuild.js"),
  },
  doctor: {
    summary: "Check everything and show the way back from damage",
    load: () => import("./commands/doctor.js"),
  },
  serve: {
    summary: "Run the local server, or stop it",
    load: () => import("./commands/serve.js"),
  },
  hook: {
    summary: "Answer one event of a coding agent",
    load: () => import("./commands/hook.js"),
  },
  mcp: {
    summary: "Serve the verbs as tools to an agent over MCP",
    load: () => import("./commands/mcp.js"),
  },
  completion: {
    summary: "Print a completion script for a shell",
    load: () => import("./commands/completion.js"),
  },
};

/** Every command: the programs above and the verbs of the catalog. */
export const tree: CommandTree = withVerbs(programs, catalog);
