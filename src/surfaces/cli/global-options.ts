import type { OptionSpecs, OptionValues } from "../../base/terminal/option-spec.js";

/** Understood by every command. */
export const globalOptions = {
  help: { type: "boolean", short: "h", about: "Show help for the command." },
  json: { type: "boolean", about: "Print one JSON document on standard output, errors included." },
  root: { type: "string", value: "DIR", about: "Start from this folder instead of the current one." },
  set: {
    type: "string",
    value: "KEY=VALUE",
    many: true,
    about: "Override a setting for this call, such as store.kind=memory.",
  },
  "no-color": { type: "boolean", about: "Print without colour." },
  quiet: { type: "boolean", short: "q", about: "Print results and errors only: no notes, no progress." },
} as const satisfies OptionSpecs;

/** Understood where no command is named. */
export const topOptions = {
  ...globalOptions,
  version: { type: "boolean", about: "Print the version." },
} as const satisfies OptionSpecs;

export type GlobalValues = OptionValues<typeof globalOptions>;
