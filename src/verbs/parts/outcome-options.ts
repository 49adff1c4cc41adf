import { WhetstoneError } from "../../base/errors.js";
import type { FieldOption } from "../frame/command-line.js";

/** How these fields are written as options of `record` and `complete`. */
export const outcomeOptions = {
  filesTouched: { name: "file", value: "PATH", about: "A file that was touched." },
  adaptersUsed: { name: "adapter", value: "NAME", about: "An adapter that was used." },
  skillsUsed: { name: "skill", value: "NAME", about: "A skill that was used." },
  criteria: { name: "criterion", value: "NAME", about: "A criterion that the work was judged by." },
  failedAdapter: { value: "NAME" },
  failureType: { value: "TYPE" },
  failureDetails: { name: "details" },
  rollbackOccurred: { name: "rolled-back" },
  run: { value: "ID" },
} as const satisfies Readonly<Record<string, FieldOption>>;

export const durationOption: FieldOption = {
  name: "duration",
  value: "TIME",
  about: "How long it took: 250ms, 90s, 12m, 1.5h, or plain milliseconds.",
  parse: milliseconds,
};

const unitsInMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function milliseconds(text: string): number {
  const [, number, unit = "ms"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * (unitsInMs[unit] ?? 1);
  throw new WhetstoneError("invalid_usage", `invalid duration '${text}'`, {
    field: "--duration",
    next: "write it like 250ms, 90s, 12m or 1.5h",
    values: { duration: text },
  });
}
