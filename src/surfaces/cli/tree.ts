import { catalog } from "../../verbs/catalog.js";
import type { CommandTree } from "./command.js";
import { withVerbs } from "./verb-tree.js";

/** Commands that are programs of their own, and the groups that verbs join. */
const programs: CommandTree = {
  demo: {
    summary: "Show the whole loop on a temporary project",
    group: "Set up",
    words: ["example", "try", "tutorial"],
    load: () => import("./commands/demo.js"),
  },
  init: {
    summary: "Set up the coding agents of this project",
    group: "Set up",
    words: ["install", "setup", "start", "enable"],
    load: () => import("./commands/init.js"),
  },
  open: {
    summary: "Open the pages in the browser",
    group: "Look",
    aliases: ["dashboard", "ui"],
    words: ["browser", "gui", "page", "pages", "web"],
    load: () => import("./commands/open.js"),
  },
  audit: {
    summary: "Show which failures kept coming back in past sessions, as a page to share",
    group: "Look",
    words: ["analyse", "analyze", "scan"],
    load: () => import("./commands/audit.js"),
  },
  digest: {
    summary: "Summarize the last seven days, as Markdown or to a webhook",
    group: "Look",
    words: ["week", "weekly", "newsletter"],
    load: () => import("./commands/digest.js"),
  },
  learn: {
    summary: "Learn from past sessions of your coding agents",
    group: "Lessons",
    words: ["backfill", "past", "transcripts"],
    load: () => import("./commands/learn.js"),
  },
  replay: {
    summary: "Show what other settings would have shown, stopped and asked",
    group: "Lessons",
    load: () => import("./commands/replay.js"),
  },
  trust: {
    summary: "Accept what the whetstone.json of this folder asks for",
    group: "Set up",
    load: () => import("./commands/trust.js"),
  },
  uninstall: {
    summary: "Undo what init wrote",
    group: "Set up",
    words: ["deinit", "disable", "unlink"],
    load: () => import("./commands/uninstall.js"),
  },
  errors: {
    summary: "Record and resolve the errors of a task",
    group: "Called by agents",
    commands: {},
  },
  lessons: {
    summary: "List what was learned, and decide about it",
    group: "Lessons",
    defaultCommand: "list",
    commands: {
      show: {
        summary: "Show a lesson: what is known of it, what happened, and what you can decide",
        load: () => import("./commands/lessons-show.js"),
      },
    },
  },
  rules: {
    summary: "Show which rules of the instruction files were broken, and decide about them",
    group: "Lessons",
    defaultCommand: "list",
    commands: {
      list: {
        summary: "Show which rules of the instruction files were broken in past sessions",
        words: ["breaches", "violations"],
        load: () => import("./commands/rules.js"),
      },
      bind: {
        summary: "Make a rule of an instruction file binding",
        load: () => import("./commands/rules-bind.js"),
      },
      watch: {
        summary: "Count how often a rule of an instruction file is broken, without blocking",
        load: () => import("./commands/rules-watch.js"),
      },
      wrong: {
        summary: "Mark a check that does not match its rule",
        load: () => import("./commands/rules-wrong.js"),
      },
    },
  },
  trial: {
    summary: "Hold a lesson out of half of the sessions, and compare",
    group: "Lessons",
    commands: {},
  },
  doctor: {
    summary: "Check everything and show how to repair it",
    group: "Set up",
    words: ["check", "diagnose", "fix", "health", "repair", "verify"],
    optionWords: { "--backup": ["backup"], "--restore FILE": ["recover", "restore"] },
    load: () => import("./commands/doctor.js"),
  },
  serve: {
    summary: "Run the local server, or stop it",
    group: "Data",
    words: ["daemon", "listen", "server"],
    load: () => import("./commands/serve.js"),
  },
  team: {
    summary: "Share lessons through a hub, and manage its members and keys",
    group: "Data",
    commands: {
      join: {
        summary: "Share the lessons of this project through a hub",
        load: () => import("./commands/team-join.js"),
      },
      leave: {
        summary: "Stop sharing the lessons of this project",
        load: () => import("./commands/team-leave.js"),
      },
      sync: {
        summary: "Exchange with the hub now",
        load: () => import("./commands/team-sync.js"),
      },
      init: {
        summary: "Create a project on a hub's database, with its first admin",
        load: () => import("./commands/team-init.js"),
      },
      invite: {
        summary: "Add a member to a project, or change their role, and make a key",
        load: () => import("./commands/team-invite.js"),
      },
      role: {
        summary: "Give a member another role",
        load: () => import("./commands/team-role.js"),
      },
      members: {
        summary: "List the members of a project, or remove one",
        optionWords: { "--remove": ["remove", "kick"] },
        load: () => import("./commands/team-members.js"),
      },
      keys: {
        summary: "List the keys of a project, or revoke one",
        optionWords: { "--revoke": ["revoke"] },
        load: () => import("./commands/team-keys.js"),
      },
      status: {
        summary: "Show how this project is shared, or a project on a hub's database",
        load: () => import("./commands/team-status.js"),
      },
    },
  },
  hook: {
    summary: "Answer one event of a coding agent",
    group: "Called by agents",
    load: () => import("./commands/hook.js"),
  },
  "status-line": {
    summary: "Print one line for the status line of a coding agent",
    group: "Called by agents",
    words: ["statusline", "prompt-line"],
    load: () => import("./commands/status-line.js"),
  },
  mcp: {
    summary: "Serve the verbs as tools to an agent over MCP",
    group: "Called by agents",
    load: () => import("./commands/mcp.js"),
  },
  completion: {
    summary: "Print a completion script for a shell",
    group: "Set up",
    words: ["autocomplete", "completions"],
    load: () => import("./commands/completion.js"),
  },
};

/** Every command: the programs above and the verbs of the catalog. */
export const tree: CommandTree = withVerbs(programs, catalog);
