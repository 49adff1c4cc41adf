import { parseArgs } from "node:util";
import { WhetstoneError } from "../../base/errors.js";
import type {
  ArgumentSpec,
  OptionSpec,
  OptionSpecs,
  Value,
  Values,
} from "../../base/terminal/option-spec.js";
import { nearest, nearestName } from "../../base/text/nearest.js";

/** Not strict: the errors are written here, from the tokens. */
export function tokensOf(argv: readonly string[], specs: OptionSpecs) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, short }]) => [
      name,
      short === undefined ? { type } : { type, short },
    ]),
  );
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { kind: "option" }>;

export interface ReadOptions {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** Every option of `specs` has a value afterwards: false, undefined or an empty list if it was not given. */
export function readOptions(argv: readonly string[], specs: OptionSpecs, next: string): ReadOptions {
  const tokens = tokensOf(argv, specs);
  const given = new Map<string, (boolean | string)[]>();
  for (const token of tokens) {
    if (token.kind === "option")
      given.set(token.name, [...(given.get(token.name) ?? []), givenValue(token, specs, next)]);
  }
  const values = Object.entries(specs).map(
    ([name, spec]) => [name, finalValue(spec, given.get(name) ?? [])] as const,
  );
  return {
    values: Object.fromEntries(values),
    positionals: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
  };
}

/** Gives each word to its argument, in order. */
export function readArguments(
  specs: readonly ArgumentSpec[],
  words: readonly string[],
  next: string,
): Values {
  const values: Record<string, Value> = {};
  for (const [index, spec] of specs.entries()) {
    const own = spec.many ? words.slice(index) : words.slice(index, index + 1);
    if (spec.required && own.length === 0) throw missingArgument(spec, next);
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

/** Given twice, the last one counts, as in most programs: scripts append overrides. */
function finalValue(spec: OptionSpec, given: readonly (boolean | string)[]): Value {
  if (spec.type === "boolean") return given.length > 0;
  const texts = given.map(String);
  return spec.many ? texts : texts.at(-1);
}

function givenValue(token: OptionToken, specs: OptionSpecs, next: string): boolean | string {
  const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
  if (spec === undefined) throw unknownOption(token, specs, next);
  const { rawName, value, inlineValue } = token;
  if (spec.type === "boolean") {
    if (value === undefined) return true;
    throw wrongOption(token, `option '${rawName}' takes no value`, next);
  }
  if (value === undefined) throw wrongOption(token, `option '${rawName}' needs a value`, next);
  if (!inlineValue && /^-./.test(value)) {
    const written = rawName.startsWith("--") ? `${rawName}=${value}` : `${rawName}${value}`;
    const how = `a value that begins with a dash is written '${written}'`;
    throw wrongOption(token, `option '${rawName}' needs a value, and '${value}' reads as an option`, how);
  }
  checkChoice(value, spec.choices, `option '${rawName}'`, token.name);
  return value;
}

function checkChoice(
  value: string,
  choices: readonly string[] | undefined,
  what: string,
  field: string,
): void {
  if (choices === undefined || choices.includes(value)) return;
  const near = nearest(value, choices);
  const hint = near === undefined ? "" : ` Did you mean '${near}'?`;
  throw new WhetstoneError("invalid_usage", `${what} cannot be '${value}'.${hint}`, {
    field,
    next: `use one of: ${choices.join(", ")}`,
    values: { value, choices },
  });
}

function wrongOption(token: OptionToken, message: string, next: string): WhetstoneError {
  return new WhetstoneError("invalid_usage", message, {
    field: token.name,
    next,
    values: { option: token.rawName },
  });
}

function unknownOption({ name, rawName }: OptionToken, specs: OptionSpecs, next: string): WhetstoneError {
  const near = nearestName(name, Object.keys(specs));
  const hint = near === undefined ? "" : ` Did you mean '--${near}'?`;
  return new WhetstoneError("invalid_usage", `unknown option '${rawName}'.${hint}`, {
    next,
    values: { option: rawName, ...(near === undefined ? {} : { suggestion: `--${near}` }) },
  });
}

function missingArgument({ name, choices }: ArgumentSpec, next: string): WhetstoneError {
  const oneOf = choices === undefined ? "" : ` (${choices.join(", ")})`;
  return new WhetstoneError("invalid_usage", `missing argument <${name}>${oneOf}`, { field: name, next });
}
