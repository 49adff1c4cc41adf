import * as z from "zod/mini";
import { WhetstoneError } from "../../../base/errors.js";
import { counted } from "../../../base/text/counted.js";

const text = z.string().check(z.minLength(1), z.maxLength(500));
const texts = z.array(text).check(z.minLength(1), z.maxLength(50));
const then = z.optional(z.enum(["deny", "ask", "warn"]));

const neverRun = z.strictObject({
  /** A command line; `*` is any program, `@test` any command of that sort. */
  never: z.strictObject({ run: text, branch: z.optional(texts) }),
  instead: z.optional(text),
  then,
});
const neverWrite = z.strictObject({
  never: z.strictObject({ write: text, new: z.optional(z.literal(true)) }),
  instead: z.optional(text),
  then,
});
const neverText = z.strictObject({
  /** A literal, or a regex between slashes, in what an edit adds. */
  never: z.strictObject({ text, in: z.optional(text), notIn: z.optional(texts) }),
  instead: z.optional(text),
  then,
});
const gate = z.union([z.strictObject({ run: text }), z.strictObject({ write: text }), z.literal("stop")]);
const before = z.strictObject({
  before: gate,
  ran: z.optional(text),
  passed: z.optional(text),
  read: z.optional(text),
  skill: z.optional(text),
  tool: z.optional(text),
  since: z.optional(z.union([z.literal("edit"), z.strictObject({ write: text })])),
  then,
});
const commit = z.strictObject({
  commit: z.strictObject({ like: z.optional(text), not: z.optional(text) }),
  then,
});
const newFile = z.strictObject({
  newFile: z.strictObject({
    match: text,
    in: z.optional(text),
    like: z.optional(text),
    case: z.optional(z.enum(["kebab", "snake", "camel", "pascal"])),
    must: z.optional(text),
  }),
  then,
});
const limit = z.strictObject({
  limit: z.strictObject({ lines: z.int().check(z.minimum(1)), in: z.optional(text) }),
  then,
});
const prefix = z.strictObject({ prefix: text, for: texts, then });

export type NeverRun = z.output<typeof neverRun>;
export type NeverWrite = z.output<typeof neverWrite>;
export type NeverText = z.output<typeof neverText>;
export type Before = z.output<typeof before>;
export type CommitForm = z.output<typeof commit>;
export type NewFile = z.output<typeof newFile>;
export type Limit = z.output<typeof limit>;
export type Prefix = z.output<typeof prefix>;

/** A rule as data: what a program can decide at a tool call, or at the end of a turn. */
export type Check = NeverRun | NeverWrite | NeverText | Before | CommitForm | NewFile | Limit | Prefix;

/** How a check counts: `deny`, unless it says otherwise. */
export type Then = NonNullable<Check["then"]>;

/** What a `before` check may ask for; it asks for one of them. */
export const requirements = ["ran", "passed", "read", "skill", "tool"] as const;

/** Reads a check from JSON or from a value. Throws an error that names the field that is wrong. */
export function parseCheck(given: unknown): Check {
  const value = typeof given === "string" ? parsedJson(given) : given;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw checkFault("check", "a check is an object");
  const schema = schemaFor(value);
  if (schema === undefined) throw checkFault("check", `a check has one of ${formNames.join(", ")}`);
  const result = z.safeParse<z.core.$ZodType<Check>>(schema, value);
  if (!result.success) throw issueFault(result.error.issues[0]);
  refuseEmpty(result.data);
  return result.data;
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw checkFault("check", "a check is JSON");
  }
}

const formNames = ["never", "before", "commit", "newFile", "limit", "prefix"];

function schemaFor(value: object): z.core.$ZodType<Check> | undefined {
  if ("never" in value) {
    const never = Object(value.never);
    return "write" in never ? neverWrite : "text" in never ? neverText : neverRun;
  }
  if ("before" in value) return before;
  if ("commit" in value) return commit;
  if ("newFile" in value) return newFile;
  if ("limit" in value) return limit;
  return "prefix" in value ? prefix : undefined;
}

/** What the schemas cannot say: a check that asks for nothing, or for two things at once. */
function refuseEmpty(check: Check): void {
  if ("before" in check && requirements.filter((name) => check[name] !== undefined).length !== 1)
    throw checkFault("check", `a before check has one of ${requirements.join(", ")}`);
  if ("commit" in check && check.commit.like === undefined && check.commit.not === undefined)
    throw checkFault("check.commit", "it has like or not");
  if ("newFile" in check && Object.keys(check.newFile).length < 2)
    throw checkFault("check.newFile", "it has in, like, case or must");
}

function issueFault(issue: z.core.$ZodIssue | undefined): WhetstoneError {
  const keys = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = ["check", ...(issue?.path ?? []), ...keys].join(".");
  return checkFault(field, keys.length > 0 ? "there is no such field in this form" : "it has another form");
}

function checkFault(field: string, why: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `${field}: ${why}`, {
    field,
    next: 'write it as in {"never":{"run":"git push --force"}}',
  });
}

/** A check as one line of JSON, its fields always in the same order. */
export function printCheck(check: Check): string {
  return JSON.stringify(parseCheck(check));
}

/** A check in a few words, for people. */
export function checkTitle(check: Check): string {
  if ("never" in check) return neverTitle(check);
  if ("before" in check) return `before ${gateTitle(check.before)}: ${requirementTitle(check)}`;
  if ("commit" in check)
    return check.commit.like === undefined
      ? `commit message without ${check.commit.not}`
      : `commit message: ${check.commit.like}`;
  if ("newFile" in check) return `new ${newFileTitle(check)}`;
  if ("limit" in check)
    return `at most ${counted(check.limit.lines, "line")} in ${check.limit.in ?? "a file"}`;
  return `${check.prefix} before ${check.for.join(", ")}`;
}

function neverTitle({ never, instead }: NeverRun | NeverWrite | NeverText): string {
  const way = instead === undefined ? "" : `, but ${instead}`;
  if ("run" in never) {
    const on = never.branch === undefined ? "" : ` on ${never.branch.join(", ")}`;
    return `never ${never.run}${on}${way}`;
  }
  if ("write" in never) return `never ${never.new ? "create" : "write"} ${never.write}${way}`;
  return `never ${never.text}${never.in === undefined ? "" : ` in ${never.in}`}${way}`;
}

function gateTitle(at: Before["before"]): string {
  return at === "stop" ? "the end of a turn" : "run" in at ? at.run : `writing ${at.write}`;
}

function requirementTitle(check: Before): string {
  const name = requirements.find((each) => check[each] !== undefined) ?? "ran";
  const what = check[name] ?? "";
  return name === "ran" ? what : name === "passed" ? `${what} passed` : `${name} ${what}`;
}

function newFileTitle({ newFile: { match, in: folder, like, case: style, must } }: NewFile): string {
  const asked = [
    folder && `in ${folder}`,
    like && `as ${like}`,
    style && `${style} case`,
    must && `with ${must}`,
  ];
  return `${match}: ${asked.filter((each) => each !== undefined).join(", ")}`;
}
