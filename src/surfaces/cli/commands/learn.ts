import { defineCommand } from "../command.js";
import { learnPast } from "../learn-past.js";
import { learnScreen } from "../learn-screen.js";
import { sourceOptions } from "../past-projects.js";

const options = {
  project: { type: "boolean", about: "Only the sessions in this project. That is the default." },
  all: { type: "boolean", about: "Every project in which Whetstone is used; the others are listed." },
  ...sourceOptions,
  "dry-run": { type: "boolean", about: "Only show what would be learned." },
} as const;

export const command = defineCommand({
  name: "learn",
  summary: "Learn from past sessions of your coding agents",
  description: [
    "Reads the sessions that Claude Code, Codex, OpenCode and Gemini CLI keep on this machine, and feeds them " +
      "to the rules of the hooks, in the order and with the times in which they happened. Nothing leaves the " +
      "machine, and the agents' own files are not changed.",
    "A call is known by its id: a second call of this command takes in only what is new, and one that was " +
      "interrupted resumes where it stopped. Sessions that the hooks recorded are left out.",
    "At the end it shows how many calls failed, how many of these had failed in an earlier session, and for " +
      "how many of the repeats an earlier session had found a remedy. Rules that you stated in a prompt wait " +
      "as proposals in your own words: 'whetstone lessons review' asks about each.",
  ].join("\n\n"),
  arguments: [],
  options,
  examples: [
    { run: "whetstone learn", about: "Learn from the sessions in this project:" },
    { run: "whetstone learn --all --since 2026-01-01", about: "In every project, from this year on:" },
    { run: "whetstone learn --dry-run", about: "What would be learned?" },
  ],
  async run(context) {
    const report = await learnPast(context, context.values);
    context.printer.result(report, (style) => learnScreen(report, style));
  },
});
