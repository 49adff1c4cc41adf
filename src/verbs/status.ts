import * as z from "zod/mini";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { status } from "./overview/status.js";
import { statusOutput } from "./overview/status-output.js";

export const verb = defineVerb({
  name: "status",
  group: "Look",
  summary: "Show the project, its store and what was learned",
  description: `Shows on one screen which project this is and where its store is, what was recorded and \
learned by kind and state, what was shown, acknowledged and violated in the last seven days, which gates \
are open, how lessons are found, which coding agents are set up and when each last called, and what \
work Whetstone gave up.

With --config it shows every setting with its value and where the value came from: the default, \
whetstone.json, an environment variable or an argument. It creates no file.`,
  examples: [
    { run: "whetstone status", about: "The state of the project around the current folder:" },
    { run: "whetstone status --config --changed", about: "Which settings are changed, and where:" },
    { run: "whetstone status --json | jq .week", about: "For a script:" },
  ],
  words: ["state", "info", "ps"],
  optionWords: { "--config": ["config", "configure", "settings", "set"] },
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    config: field("Show every setting and where its value came from.", z._default(z.boolean(), false)),
  }),
  get output() {
    return statusOutput();
  },
  cli: {
    own: {
      changed: { type: "boolean", about: "With --config: only settings that are not the default." },
    },
    prepare: (input, { changed }) => (changed === true ? { ...input, config: true } : input),
    shown: (result, { changed }) =>
      result.config === undefined || changed !== true
        ? result
        : { ...result, config: result.config.filter((line) => line.from !== "default") },
    render: async (result, style) => {
      const { settingsTable, statusScreen } = await import("./parts/status-screen.js");
      return result.config === undefined ? statusScreen(result, style) : settingsTable(result.config, style);
    },
  },
  run: status,
});
