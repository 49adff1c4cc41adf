import { catalog } from "../verbs/catalog.js";
import type { CommandTree } from "./command.js";
import { withVerbs } from "./verb-tree.js";

/** Commands that are programs, or verbs that are not yet defined in src/verbs. */
const programs: CommandTree = {
  demo: {
    summary: "Show the whole loop on a temporary project",
    group: "Start",
    load: () => import("./commands/demo.js"),
  },
  init: {
    summary: "Set up the coding agents of this project",
    group: "Start",
    load: () => import("./commands/init.js"),
  },
  uninstall: {
    summary: "Undo what init wrote",
    group: "Start",
    load: () => import("./commands/uninstall.js"),
  },
  errors: {
    summary: "Record and resolve the errors of a task",
    group: "Called by agents",
    commands: {},
  },
  lessons: {
    summary: "List, add, harden, promote, retire and forget lessons",
    group: "Lessons",
    commands: {
      list: {
        summary: "List the lessons of the project",
        load: () => import("./commands/lessons-list.js"),
      },
      add: {
        summary: "Bring in a directive: a scoped, checkable instruction",
        load: () => import("./commands/lessons-add.js"),
      },
      harden: {
        summary: "Make quarantined directives checkable",
        load: () => import("./commands/lessons-harden.js"),
      },
      activate: {
        summary: "Let a directive be shown although something speaks against it",
        load: () => import("./commands/lessons-activate.js"),
      },
      set: {
        summary: "Set the weight of a directive",
        load: () => import("./commands/lessons-set.js"),
      },
      retire: {
        summary: "Put a directive away",
        load: () => import("./commands/lessons-retire.js"),
      },
      show: {
        summary: "Show a lesson: where it stands, its numbers and its events",
        load: () => import("./commands/lessons-show.js"),
      },
      share: {
        summary: "Copy a directive to another project, or from one",
        load: () => import("./commands/lessons-share.js"),
      },
      motifs: {
        summary: "Show failures that come back in several tasks",
        load: () => import("./commands/lessons-motifs.js"),
      },
      promote: {
        summary: "Vouch for a lesson: it counts as proven",
        load: () => import("./commands/lessons-promote.js"),
      },
      deprecate: {
        summary: "Stop showing a lesson",
        load: () => import("./commands/lessons-deprecate.js"),
      },
      reset: {
        summary: "Let a lesson start again from nothing",
        load: () => import("./commands/lessons-reset.js"),
      },
    },
  },
  doctor: {
    summary: "Check everything and show the way back from damage",
    group: "Start",
    load: () => import("./commands/doctor.js"),
  },
  serve: {
    summary: "Run the local server, or stop it",
    group: "Data",
    load: () => import("./commands/serve.js"),
  },
  hook: {
    summary: "Answer one event of a coding agent",
    group: "Called by agents",
    load: () => import("./commands/hook.js"),
  },
  mcp: {
    summary: "Serve the verbs as tools to an agent over MCP",
    group: "Called by agents",
    load: () => import("./commands/mcp.js"),
  },
  completion: {
    summary: "Print a completion script for a shell",
    group: "Start",
    load: () => import("./commands/completion.js"),
  },
};

/** Every command: the programs above and the verbs of the catalog. */
export const tree: CommandTree = withVerbs(programs, catalog);
