import type { CommandTree } from "./command.js";

/** Every verb, in the order in which a person meets them. */
export const tree: CommandTree = {
  demo: {
    summary: "Show the whole loop on a temporary project",
    load: () => import("./commands/demo.js"),
  },
  status: {
    summary: "Show the project, its store and what it holds",
    load: () => import("./commands/status.js"),
  },
  record: {
    summary: "Record the outcome of a run",
    load: () => import("./commands/record.js"),
  },
  plan: {
    summary: "Print a planning prompt that carries what was learned",
    load: () => import("./commands/plan.js"),
  },
  report: {
    summary: "Report what was learned",
    load: () => import("./commands/report.js"),
  },
  explain: {
    summary: "Explain a lesson or an event: the numbers, the rule, the evidence",
    load: () => import("./commands/explain.js"),
  },
  lessons: {
    summary: "List lessons and forget them",
    commands: {
      list: {
        summary: "List the lessons of the project",
        load: () => import("./commands/lessons-list.js"),
      },
      forget: {
        summary: "Remove a lesson's text everywhere and leave a tombstone",
        load: () => import("./commands/lessons-forget.js"),
      },
    },
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
    summary: "Check the store and show the way back from damage",
    load: () => import("./commands/doctor.js"),
  },
  completion: {
    summary: "Print a completion script for a shell",
    load: () => import("./commands/completion.js"),
  },
};
