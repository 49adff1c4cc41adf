import { WhetstoneError } from "../errors.js";
import type { ArgumentSpec, Value, Values } from "../terminal/option-spec.js";
import { checkChoice } from "./read-options.js";

/** Gives each word to its argument, in order. */
export function readArguments(
  specs: readonly ArgumentSpec[],
  words: readonly string[],
  next: string,
): Values {
  const values: Record<string, Value> = {};
  for (const [index, spec] of specs.entries()) {
    const own = spec.many ? words.slice(index) : words.slice(index, index + 1);
    if (spec.required && own.length === 0) throw missing(spec, next);
    for (const word of own) checkChoice(word, spec.choices, `argument <${spec.name}>`, spec.name);
    values[spec.name] = spec.many ? own : own[0];
  }
  const surplus = specs.some((spec) => spec.many) ? undefined : words[specs.length];
  if (surplus === undefined) return values;
  throw new WhetstoneError("invalid_usage", `unexpected argument '${surplus}'`, {
    next,
    values: { argument: surplus },
  });
}

function missing({ name, choices }: ArgumentSpec, next: string): WhetstoneError {
  const oneOf = choices === undefined ? "" : ` (${choices.join(", ")})`;
  return new WhetstoneError("invalid_usage", `missing argument <${name}>${oneOf}`, { field: name, next });
}
