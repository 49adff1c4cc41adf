import * as z from "zod/mini";
import { $ZodObjectJIT } from "zod/v4/core";
import en from "zod/v4/locales/en.js";
import { WhetstoneError } from "../errors.js";
import type { WaitOptions } from "../store/ledger.js";
import { nearestName } from "../text/nearest.js";
import type { Context } from "./context.js";

const { localeError } = en();

export interface Refusal {
  readonly field: string;
  readonly reason: string;
  readonly next?: string;
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
  return "value" in checked ? checked.value : refuse(context, verb, checked, input, options);
}

/** The input in its checked form, or why it is refused. Writes nothing. */
export function check<Input>(
  schema: z.ZodMiniType<Input>,
  input: unknown,
  alsoCheck: (value: Input) => Refusal | undefined = () => undefined,
): { readonly value: Input } | Refusal {
  const used = schemaInUse(schema);
  // Words are asked for only when something is wrong: having them ready takes a third of the time of a check.
  const parsed = z.safeParse(used, input);
  if (!parsed.success)
    return firstRefusal(z.safeParse(used, input, { error: localeError }).error?.issues ?? [], schema, input);
  return alsoCheck(parsed.data) ?? { value: parsed.data };
}

/**
 * Keeps one row of what was refused, and says why. A caller that may not wait gets its answer all the same
 * when the row cannot be kept in time: the loss of the call is noted elsewhere.
 */
export async function refuse(
  context: Context,
  verb: string,
  refusal: Refusal,
  input: unknown,
  options?: WaitOptions,
): Promise<never> {
  const { field, reason } = refusal;
  const row = { verb, field, reason, input: excerpt(input) };
  const keeping = keep(context, row, options);
  await (options === undefined ? keeping : keeping.catch(() => undefined));
  const named = field === "" ? "the input" : `'${field}'`;
  const sentence = /[.?!]$/.test(reason) ? reason : `${reason}.`;
  throw new WhetstoneError("invalid_input", `${verb}: ${named}: ${sentence} Nothing was recorded.`, {
    field,
    next: refusal.next ?? `correct ${named} and call again`,
    values: { verb, reason },
  });
}

async function keep(
  context: Context,
  row: { readonly verb: string; readonly field: string; readonly reason: string; readonly input: string },
  options: WaitOptions | undefined,
): Promise<void> {
  context.beforeWriting();
  const { waitMs, ...rest } = options ?? {};
  // Half of the time, so that a caller with a short limit still gets the reason.
  await context.ledger.write(
    (writer) => writer.reject(row),
    waitMs === undefined ? rest : { ...rest, waitMs: waitMs / 2 },
  );
}

/** Clocks of machines that are set by NTP differ by less. */
const clockSkewMs = 5 * 60_000;

/** An event dated further ahead than the allowed skew of clocks would never age. */
export function refuseFuture(context: Context, at: string | undefined): Refusal | undefined {
  if (at === undefined || Date.parse(at) <= context.clock() + clockSkewMs) return undefined;
  return {
    field: "at",
    reason: `${at} is more than ${clockSkewMs / 60_000} minutes ahead of this machine's clock`,
  };
}

function firstRefusal(issues: readonly z.core.$ZodIssue[], schema: z.ZodMiniType, input: unknown): Refusal {
  const [issue] = issues;
  if (issue === undefined) return { field: "", reason: "it does not fit" };
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const unknown = issue.keys[0] ?? "";
    const near = nearestName(unknown, fieldNames(schema));
    const reason =
      near === undefined ? "there is no such field" : `there is no such field. Did you mean '${near}'?`;
    return { field: [...path, unknown].join("."), reason };
  }
  const field = path.join(".");
  const value = valueAt(input, path);
  const reason = value === undefined ? "it is needed" : value === "" ? "it is empty" : undefined;
  if (path.length > 0 && reason !== undefined)
    return { field, reason, next: `give '${field}' and call again` };
  return { field, reason: issue.message.replace(/^Invalid input: /, "") };
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  const step = (value: unknown, key: string) =>
    (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return path.reduce(step, input);
}

function fieldNames(schema: z.ZodMiniType): readonly string[] {
  const { def } = schema._zod;
  return "shape" in def ? Object.keys(def.shape as object) : [];
}

/**
 * Enough of the input to recognise it. A library's caller can pass what JSON cannot hold: that is refused,
 * not a fault.
 */
export function excerpt(input: unknown): string {
  const seen = new WeakSet<object>();
  const text = JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return value;
    if (seen.has(value)) return "[again]";
    seen.add(value);
    return value;
  });
  return (text ?? String(input)).slice(0, 2_000);
}

/**
 * A program that calls a verb this often calls it again; a program that calls it once does not pay for
 * compiling its schema.
 */
const compileAfter = 50;

const uses = new WeakMap<z.ZodMiniType, { count: number; compiled?: z.core.$ZodType }>();

/** The schema itself at first; once it is used in a loop, a compiled one that takes half the time. */
function schemaInUse<Input>(schema: z.ZodMiniType<Input>): z.core.$ZodType<Input> {
  const use = uses.get(schema) ?? { count: 0 };
  if (use.count === 0) uses.set(schema, use);
  use.count += 1;
  const { def } = schema._zod;
  if (use.compiled === undefined && use.count > compileAfter && def.type === "object")
    use.compiled = new $ZodObjectJIT(def as z.core.$ZodObjectDef);
  return (use.compiled ?? schema) as z.core.$ZodType<Input>;
}
