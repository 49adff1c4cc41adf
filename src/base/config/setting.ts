export type Unit =
  | "ms"
  | "days"
  | "phases"
  | "count"
  | "ratio"
  | "factor"
  | "score"
  | "tokens"
  | "bytes"
  | "characters"
  | "USD per million tokens"
  | "none";

interface Described {
  readonly unit: Unit;
  /** The learning system the default comes from and its name there, or "ours". */
  readonly source: string;
  readonly about: string;
}

export interface NumberSetting extends Described {
  readonly kind: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

export interface BooleanSetting extends Described {
  readonly kind: "boolean";
  readonly default: boolean;
}

export interface StringSetting extends Described {
  readonly kind: "string";
  readonly default: string;
  /** Source of a regular expression, read with the `u` flag, that holds for the whole value. */
  readonly pattern: string;
  /** The pattern in words, for messages. */
  readonly expected: string;
}

export interface ChoiceSetting<Choice extends string = string> extends Described {
  readonly kind: "choice";
  readonly default: Choice;
  readonly choices: readonly Choice[];
}

export interface ListSetting extends Described {
  readonly kind: "list";
  readonly default: readonly string[];
  /** Holds for every item, as in a string setting. */
  readonly pattern: string;
}

export type Setting = NumberSetting | BooleanSetting | StringSetting | ChoiceSetting | ListSetting;
export type SettingValue = Setting["default"];
export type SettingGroup = Readonly<Record<string, Setting>>;

type Range = readonly [min: number, max: number];

/** Texts end up in prompts and file names: a line break or a NUL there would forge a line or cut a path. */
const oneLine = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{0,1000}$";
const oneLineNotEmpty = oneLine.replace("{0,", "{1,");

function whole(unit: Unit) {
  return (value: number, [min, max]: Range, source: string, about: string): NumberSetting => ({
    kind: "number",
    default: value,
    unit,
    min,
    max,
    integer: true,
    source,
    about,
  });
}

function real(unit: Unit) {
  return (value: number, [min, max]: Range, source: string, about: string): NumberSetting => ({
    ...whole(unit)(value, [min, max], source, about),
    integer: false,
  });
}

/** One constructor per kind of setting, so that a table of settings reads as one line each. */
export const make = {
  ms: whole("ms"),
  days: real("days"),
  phases: whole("phases"),
  count: whole("count"),
  tokens: whole("tokens"),
  bytes: whole("bytes"),
  characters: whole("characters"),
  level: whole("none"),
  factor: real("factor"),
  score: real("score"),
  tokenPrice: real("USD per million tokens"),
  ratio: (value: number, source: string, about: string): NumberSetting =>
    real("ratio")(value, [0, 1], source, about),
  boolean: (value: boolean, source: string, about: string): BooleanSetting => ({
    kind: "boolean",
    default: value,
    unit: "none",
    source,
    about,
  }),
  choice: <const Choice extends string>(
    value: NoInfer<Choice>,
    choices: readonly Choice[],
    source: string,
    about: string,
  ): ChoiceSetting<Choice> => ({ kind: "choice", default: value, choices, unit: "none", source, about }),
  string: (value: string, source: string, about: string): StringSetting => ({
    kind: "string",
    default: value,
    unit: "none",
    pattern: oneLine,
    expected: "one line of text of at most 1000 characters",
    source,
    about,
  }),
  list: (value: readonly string[], source: string, about: string): ListSetting => ({
    kind: "list",
    default: Object.freeze(value),
    unit: "none",
    pattern: oneLineNotEmpty,
    source,
    about,
  }),
};
