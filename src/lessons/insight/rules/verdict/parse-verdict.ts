import { type FieldReader, type Fields, fieldReader, isFields } from "./field-reader.js";
import type { FalsePositive, ParsedVerdict, Verdict, VerdictIssue } from "./verdict.js";
import { verdictBlocks } from "./verdict-blocks.js";

/**
 * How much of a verdict is kept. A longer id is left out: half of it would mean something else. A longer list or
 * text is cut: a text is for people to read, and for words to be compared. Lengths in characters.
 */
const boundsOf = {
  /** Also the false positives: each is compared with every insight. */
  issues: 200,
  id: 40,
  deliberation: 200,
  severity: 40,
  location: 500,
  text: 2_000,
} as const;

/**
 * The verdict that a validator's answer ends with. The last well-formed block decides, that is the last that
 * is closed and holds a JSON object: one that was broken off does not hide the one before it. But a
 * well-formed block that says neither PASS nor FAIL is invalid and hides what stands before it: an older PASS must
 * not win over what came later. Never throws; takes time in proportion to the text.
 */
export function parseVerdict(text: string): ParsedVerdict {
  let broken: string | undefined;
  for (const block of verdictBlocks(text).toReversed()) {
    const value = "json" in block ? objectIn(block.json) : block.broken;
    if (typeof value !== "string") return readVerdict(value);
    broken ??= value;
  }
  return broken === undefined ? { kind: "none" } : { kind: "invalid", reason: broken };
}

/** The object that a text is the JSON of, or why it is none. */
function objectIn(json: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(json.trim());
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : "the verdict-json block holds no JSON object";
  } catch {
    return "the verdict-json block holds no valid JSON";
  }
}

/**
 * A verdict from the object of its block, as far as it can be read: what is wrong with one issue says nothing of
 * the false positives. Without knowing PASS from FAIL, or which deliberation is meant, nothing follows from it.
 * Unknown keys are ignored.
 */
function readVerdict(fields: Fields): ParsedVerdict {
  const reader = fieldReader();
  const verdict = passOrFail(fields.verdict);
  if (verdict === undefined) return { kind: "invalid", reason: "'verdict' must be PASS or FAIL" };
  const deliberation = reader.optionalId(fields.deliberation, "deliberation", boundsOf.deliberation);
  const [wrong] = reader.problems();
  if (wrong !== undefined) return { kind: "invalid", reason: wrong };
  const read = {
    ...withMustFix(verdict, fields, issuesIn(fields, reader), reader),
    falsePositives: falsePositivesIn(fields, reader),
    ...(deliberation === undefined ? {} : { deliberation }),
  };
  return { kind: "verdict", verdict: read, unread: reader.problems() };
}

/** Reviewers of pull requests use the words of their host for the same. */
const wordsFor: Readonly<Record<string, Verdict["verdict"]>> = {
  PASS: "PASS",
  APPROVE: "PASS",
  FAIL: "FAIL",
  REQUEST_CHANGES: "FAIL",
};

function passOrFail(value: unknown): Verdict["verdict"] | undefined {
  const word = typeof value === "string" ? value.trim().toUpperCase() : "";
  return Object.hasOwn(wordsFor, word) ? wordsFor[word] : undefined;
}

/** The field by its name, or by the same name as JavaScript writes it: mustFix for must_fix. */
function fieldOf(fields: Fields, name: string): unknown {
  return fields[name] ?? fields[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())];
}

function issuesIn(fields: Fields, reader: FieldReader): readonly VerdictIssue[] {
  const issues = new Map<string, VerdictIssue>();
  for (const [index, each] of reader.list(fields.issues, "issues", boundsOf.issues).entries()) {
    const issue = issueOf(each, index, reader);
    if (issue !== undefined && issues.has(issue.id)) reader.refuse(`'issues' holds the id ${issue.id} twice`);
    else if (issue !== undefined) issues.set(issue.id, issue);
  }
  return [...issues.values()];
}

/** One that is only a text, or has no id, is called by its place. */
function issueOf(value: unknown, index: number, reader: FieldReader): VerdictIssue | undefined {
  const field = `issues[${index}]`;
  const place = `#${index + 1}`;
  const fields = typeof value === "string" ? { summary: value } : value;
  if (!isFields(fields)) {
    reader.refuse(`'${field}' must be an object or a text`);
    return undefined;
  }
  const text = (name: string, max: number) =>
    reader.optionalText(fieldOf(fields, name), `${field}.${name}`, max);
  const location = text("location", boundsOf.location);
  const rootCause = text("root_cause", boundsOf.text);
  const fixHint = text("fix_hint", boundsOf.text);
  return {
    id: reader.optionalId(numberAsText(fields.id), `${field}.id`, boundsOf.id) || place,
    severity: text("severity", boundsOf.severity) ?? "",
    summary: text("summary", boundsOf.text) ?? "",
    ...(location === undefined ? {} : { location }),
    ...(rootCause === undefined ? {} : { rootCause }),
    ...(fixHint === undefined ? {} : { fixHint }),
  };
}

function numberAsText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

/** What must be fixed has not passed: a verdict that contradicts itself confirms nothing. */
function withMustFix(
  said: Verdict["verdict"],
  fields: Fields,
  issues: readonly VerdictIssue[],
  reader: FieldReader,
): Pick<Verdict, "verdict" | "issues" | "mustFix"> {
  const named = listOf(fieldOf(fields, "must_fix"), "must_fix", reader).map((each, index) =>
    reader.id(numberAsText(each), `must_fix[${index}]`, boundsOf.id),
  );
  const mustFix = [...new Set(named.filter((id) => id !== ""))];
  const unknown = mustFix.filter((id) => !issues.some((issue) => issue.id === id));
  for (const id of unknown) reader.refuse(`'must_fix' names ${JSON.stringify(id)}, which is not an issue`);
  const contradicts = said === "PASS" && mustFix.length > 0;
  if (contradicts) reader.refuse("'must_fix' is not empty although the verdict is PASS: it counts as FAIL");
  return {
    verdict: contradicts ? "FAIL" : said,
    issues,
    mustFix: mustFix.filter((id) => !unknown.includes(id)),
  };
}

/** A list of one is often written without its brackets. */
function listOf(value: unknown, field: string, reader: FieldReader): readonly unknown[] {
  return typeof value === "string" ? [value] : reader.list(value, field, boundsOf.issues);
}

function falsePositivesIn(fields: Fields, reader: FieldReader): readonly FalsePositive[] {
  return listOf(fieldOf(fields, "false_positives"), "false_positives", reader)
    .map((each, index) => readFalsePositive(each, `false_positives[${index}]`, reader))
    .filter(({ finding, text }) => finding !== undefined || text !== undefined);
}

/** "A1", "SEC-003", "finding-2": one word of plain characters with a number in it. */
const findingId = /^(?=[^\d]{0,40}\d)[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
/** "A1: the input is checked upstream". Capitals only: "http2: …" is a text. */
const labelled = /^\[?([A-Z]{1,8}-?\d{1,6})\]?\s{0,3}[:–—-]\s{1,3}(?=\S)/u;

/** One entry of `false_positives`: an id, a text, an id followed by a text, or an object of both. */
function readFalsePositive(value: unknown, field: string, reader: FieldReader): FalsePositive {
  if (typeof value === "string")
    return ofText(reader.text(value, field, boundsOf.text).trim(), field, reader);
  if (!isFields(value)) {
    reader.refuse(`'${field}' must be an id, a text or an object`);
    return {};
  }
  const finding = reader.optionalId(value.id ?? value.finding, `${field}.id`, boundsOf.id);
  const text = reader.optionalText(value.text ?? value.summary, `${field}.text`, boundsOf.text)?.trim();
  if (finding === undefined && !text) reader.refuse(`'${field}' must have an id or a text`);
  return { ...(finding === undefined ? {} : { finding }), ...(text ? { text } : {}) };
}

function ofText(text: string, field: string, reader: FieldReader): FalsePositive {
  if (text === "") {
    reader.refuse(`'${field}' must not be empty`);
    return {};
  }
  const bare = text.replace(/^#/, "");
  if (findingId.test(bare)) return { finding: bare };
  const [label, finding] = labelled.exec(text) ?? [];
  return label === undefined || finding === undefined
    ? { text }
    : { finding, text: text.slice(label.length) };
}
