import { type ErrorCode, WhetstoneError } from "../../base/errors.js";
import type { Values } from "../../base/terminal/option-spec.js";
import type { Failure } from "../call/fail-open.js";

type Input = Readonly<Record<string, unknown>>;

/** The input as it is, unless an option that the command needs is missing or empty. */
export function withOption(input: Input, field: string, example: string): Input {
  if (input[field] !== undefined && input[field] !== "") return input;
  throw new WhetstoneError("invalid_usage", `the option '--${field}' is needed`, {
    field: `--${field}`,
    next: `give it, such as ${example}`,
  });
}

/** The number that an option of the command's own gives; undefined when it is not given. */
export function numberOption(
  own: Values,
  option: string,
  kind: "number" | "whole number" = "number",
): number | undefined {
  const text = own[option];
  if (typeof text !== "string") return undefined;
  const value = Number(text);
  if (text.trim() !== "" && (kind === "number" ? Number.isFinite(value) : Number.isSafeInteger(value)))
    return value;
  throw new WhetstoneError("invalid_usage", `option '--${option}' must be a ${kind}, not '${text}'`, {
    field: `--${option}`,
    next: `give a ${kind}`,
  });
}

/** On the command line, a verb that fails open still reports wrong input, with exit code 2. */
export function refuseMistakes(
  failed: Failure | undefined,
  command: string,
  mistakes: readonly ErrorCode[] = ["invalid_input"],
): void {
  if (failed === undefined || !mistakes.some((code) => code === failed.code)) return;
  throw new WhetstoneError("invalid_input", failed.reason, { next: `see 'whetstone ${command} --help'` });
}
