import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { WhetstoneError } from "../../base/errors.js";
import { isDeeperThan, levelsAtMost } from "../../base/json.js";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import { nearestName } from "../../base/text/nearest.js";
import { wellFormed, wellFormedValue } from "../../base/text/well-formed.js";
import { hasRole } from "../../hub/rights/roles.js";
import { clockSkewMs } from "../../log/events/time.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import { asCallerMistake } from "./caller-mistake.js";
import type { Context } from "./context.js";
import { verbatimFields } from "./field.js";

const { localeError } = en();

export interface Refusal {
  readonly field: string;
  readonly reason: string;
  readonly next?: string;
  /** There is no such field, so no call like this one ever works. */
  readonly isUnknownField?: true;
}

/**
 * The door of a verb: returns the input in its checked form, or writes one row to `rejected` and throws an
 * error that names the field. Nothing else is written.
 */
export async function admit<Input>(
  context: Context,
  verb: string,
  schema: z.ZodMiniType<Input>,
  input: unknown,
  alsoCheck: (value: Input) => Refusal | undefined = () => undefined,
  options?: WaitOptions,
): Promise<Input> {
  const checked = check(schema, input, alsoCheck);
  return "value" in checked ? checked.value : refuseInput(context, verb, checked, input, options);
}

/**
 * The input in its checked form, or why it is refused. Writes nothing. Every text of the value is
 * well-formed, whatever its schema says of it: a text with a broken character counts with U+FFFD in its
 * place, and an id or a name, for which it would be another one, is refused by its schema.
 */
export function check<Input>(
  schema: z.ZodMiniType<Input>,
  input: unknown,
  alsoCheck: (value: Input) => Refusal | undefined = () => undefined,
): { readonly value: Input } | Refusal {
  const deep = refuseDeep(input);
  if (deep !== undefined) return deep;
  // Words are asked for only when something is wrong: having them ready takes a third of the time of a check.
  const parsed = z.safeParse(schema, input);
  if (!parsed.success)
    return firstRefusal(
      z.safeParse(schema, input, { error: localeError }).error?.issues ?? [],
      schema,
      input,
    );
  const value = withVerbatim(schema, wellFormedValue(parsed.data), parsed.data);
  return alsoCheck(value) ?? { value };
}

function withVerbatim<Input>(schema: z.ZodMiniType<Input>, repaired: Input, given: Input): Input {
  if (repaired === given) return repaired;
  const kept = verbatimFields(schema).map((name) => [name, Reflect.get(given as object, name)] as const);
  return kept.length === 0 ? repaired : { ...repaired, ...Object.fromEntries(kept) };
}

/**
 * Keeps one row of what was refused, and says why. A caller that may not wait gets its answer all the same
 * when the row cannot be kept in time: the loss of the call is noted elsewhere.
 */
export async function refuseInput(
  context: Context,
  verb: string,
  refusal: Refusal,
  input: unknown,
  options?: WaitOptions,
): Promise<never> {
  const { field, reason } = refusal;
  const row = { verb, field, reason, input: excerpt(input) };
  const keeping = recordRejection(context, row, options);
  await (options === undefined ? keeping : keeping.catch(() => undefined));
  throw refusalError(verb, refusal, " Nothing was recorded.");
}

/** The refusal of an input, for a caller that is to correct it. */
export function refusalError(verb: string, refusal: Refusal, effect = ""): WhetstoneError {
  const { field, reason, next, isUnknownField } = refusal;
  const named = field === "" ? "the input" : `'${field}'`;
  const sentence = /[.?!]$/.test(reason) ? reason : `${reason}.`;
  const error = new WhetstoneError("invalid_input", `${verb}: ${named}: ${sentence}${effect}`, {
    field,
    next: next ?? `correct ${named} and call again`,
    values: { verb, reason },
  });
  return isUnknownField === true ? asCallerMistake(error) : error;
}

async function recordRejection(
  context: Context,
  row: { readonly verb: string; readonly field: string; readonly reason: string; readonly input: string },
  options: WaitOptions | undefined,
): Promise<void> {
  if (context.hub !== undefined && !hasRole(context.hub.caller.role, "agent")) return;
  context.beforeWriting();
  const { waitMs, ...rest } = options ?? {};
  // Half of the time, so that a caller with a short limit still gets the reason.
  await context.ledger.write(
    (writer) => writer.reject(row),
    waitMs === undefined ? rest : { ...rest, waitMs: waitMs / 2 },
  );
}

/** An event dated further ahead than the allowed skew of clocks would never age. */
export function refuseFuture(context: Context, at: string | undefined): Refusal | undefined {
  if (at === undefined || Date.parse(at) <= context.clock() + clockSkewMs) return undefined;
  return {
    field: "at",
    reason: `${at} is more than ${clockSkewMs / 60_000} minutes ahead of this machine's clock`,
  };
}

/** Something that fails when it is looked at, as a getter can: the first field with it, or the input itself. */
export function unreadableIn(input: unknown): Refusal | undefined {
  const reason = "it cannot be read";
  if (typeof input !== "object" || input === null) return undefined;
  if (!isReadable(() => Object.keys(input))) return { field: "", reason };
  const field = Object.keys(input).find(
    (name) => !isReadable(() => isDeeperThan(Reflect.get(input, name), levelsAtMost)),
  );
  return field === undefined ? undefined : { field, reason };
}

function isReadable(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}

/** Refuses what is nested deeper than any input, as an object is that holds itself. */
function refuseDeep(input: unknown): Refusal | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const deep = Object.keys(input).find((name) => isDeeperThan(Reflect.get(input, name), levelsAtMost - 1));
  if (deep === undefined) return undefined;
  return { field: deep, reason: `it is nested more than ${levelsAtMost} levels deep` };
}

/** A field that does not exist says more than one that is missing: it is often that one, misspelt. */
function firstRefusal(issues: readonly z.core.$ZodIssue[], schema: z.ZodMiniType, input: unknown): Refusal {
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue === undefined) return { field: "", reason: "it does not fit" };
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const unknown = issue.keys[0] ?? "";
    const near = nearestField(
      unknown,
      path.reduce((whole, name) => shapeOf(whole)[name] ?? whole, schema),
    );
    const reason =
      near === undefined ? "there is no such field" : `there is no such field. Did you mean '${near}'?`;
    return { field: [...path, unknown].join("."), reason, isUnknownField: true };
  }
  const field = path.join(".");
  const value = valueAt(input, path);
  const reason = value === undefined ? "it is needed" : value === "" ? "it is empty" : undefined;
  if (path.length > 0 && reason !== undefined)
    return { field, reason, next: `give '${field}' and call again` };
  const type = issue.code === "invalid_type" ? typeNames[issue.expected] : undefined;
  return {
    field,
    reason: type === undefined ? issue.message.replace(/^Invalid input: /, "") : `it must be ${type}`,
  };
}

const typeNames: Readonly<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function valueAt(input: unknown, path: readonly string[]): unknown {
  const step = (value: unknown, key: string) =>
    (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return path.reduce(step, input);
}

/** A field with that very name inside another one, such as `facts.exitCode`, else the nearest by its letters. */
function nearestField(unknown: string, schema: z.ZodMiniType): string | undefined {
  const shape = shapeOf(schema);
  const [inside] = Object.entries(shape).flatMap(([name, inner]) =>
    Object.hasOwn(shapeOf(inner), unknown) ? [`${name}.${unknown}`] : [],
  );
  return inside ?? nearestName(unknown, Object.keys(shape));
}

/** The fields of an object, also of one that may be left out. */
function shapeOf(schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> {
  const { def } = schema._zod;
  if ("innerType" in def) return shapeOf(def.innerType as z.ZodMiniType);
  return "shape" in def ? (def.shape as Record<string, z.ZodMiniType>) : {};
}

/** What is kept of a refused input. */
export const excerptLength = 2_000;
/** A key that begins in an excerpt ends within as much again. */
const maskedAtMost = 2 * excerptLength;

/**
 * Enough of the input to recognise it. A library's caller can pass what JSON cannot hold: that is refused,
 * not a fault.
 */
export function excerpt(input: unknown): string {
  // Masked before it is cut: the beginning of a key would not be known for one.
  const masked = maskSecrets(jsonOf(input).slice(0, maskedAtMost));
  return wellFormed(masked.slice(0, excerptLength));
}

/** A value may say itself how it is written, and fail. */
function jsonOf(input: unknown): string {
  try {
    return writtenOf(input);
  } catch {
    return "[cannot be written]";
  }
}

function writtenOf(input: unknown): string {
  const open: unknown[] = [];
  const text = JSON.stringify(input, function (this: unknown, _key, value: unknown) {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return value;
    // `this` holds the value: what is open beyond it was left.
    open.length = open.indexOf(this) + 1;
    if (open.length >= levelsAtMost) return "[deeper]";
    if (open.includes(value)) return "[again]";
    open.push(value);
    return value;
  });
  return text ?? String(input);
}
