import { type FieldReader, type Fields, fieldReader, isFields } from "./field-reader.js";
import type { FalsePositive, ParsedVerdict, Verdict, VerdictIssue } from "./verdict.js";
import { verdictBlocks } from "./verdict-blocks.js";

/**
 * How much of a verdict is kept. A longer id or list is refused: half of it would mean something else. A
 * longer text is cut: it is for people to read, and for words to be compared. Lengths in characters.
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
 * well-formed block that breaks a rule, such as a FAIL without must_fix, is invalid and hides what stands
 * before it: an older PASS must not win over a FAIL that came later. Never throws; takes time in proportion
 * to the text.
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
 * A verdict from the object of its block. Unknown keys are ignored; the first field that is wrong makes it
 * invalid.
 */
function readVerdict(fields: Fields): ParsedVerdict {
  const reader = fieldReader();
  const verdict = verdictOf(fields, reader);
  const reason = reader.problem() ?? contradiction(verdict);
  return reason === undefined ? { kind: "verdict", verdict } : { kind: "invalid", reason };
}

function verdictOf(fields: Fields, reader: FieldReader): Verdict {
  const deliberation = reader.optionalId(fields.deliberation, "deliberation", boundsOf.deliberation);
  return {
    verdict: passOrFail(fields.verdict, reader),
    issues: reader
      .list(fields.issues, "issues", boundsOf.issues)
      .map((each, index) => issueOf(each, index, reader)),
    mustFix: [
      ...new Set(
        reader
          .list(fields.must_fix, "must_fix", boundsOf.issues)
          .map((each, index) => reader.id(each, `must_fix[${index}]`, boundsOf.id)),
      ),
    ],
    falsePositives: reader
      .list(fields.false_positives, "false_positives", boundsOf.issues)
      .map((each, index) => readFalsePositive(each, `false_positives[${index}]`, reader)),
    ...(deliberation === undefined ? {} : { deliberation }),
  };
}

function passOrFail(value: unknown, reader: FieldReader): "PASS" | "FAIL" {
  const written = typeof value === "string" ? value.trim().toUpperCase() : "";
  if (written !== "PASS" && written !== "FAIL") reader.refuse("'verdict' must be PASS or FAIL");
  return written === "PASS" ? "PASS" : "FAIL";
}

function issueOf(value: unknown, index: number, reader: FieldReader): VerdictIssue {
  const field = `issues[${index}]`;
  const fields = reader.object(value, field);
  const location = reader.optionalText(fields.location, `${field}.location`, boundsOf.location);
  const rootCause = reader.optionalText(fields.root_cause, `${field}.root_cause`, boundsOf.text);
  const fixHint = reader.optionalText(fields.fix_hint, `${field}.fix_hint`, boundsOf.text);
  return {
    id: reader.id(fields.id, `${field}.id`, boundsOf.id),
    severity: reader.text(fields.severity, `${field}.severity`, boundsOf.severity),
    summary: reader.text(fields.summary, `${field}.summary`, boundsOf.text),
    ...(location === undefined ? {} : { location }),
    ...(rootCause === undefined ? {} : { rootCause }),
    ...(fixHint === undefined ? {} : { fixHint }),
  };
}

/** What no field is wrong in by itself. */
function contradiction({ verdict, issues, mustFix }: Verdict): string | undefined {
  const ids = new Set(issues.map(({ id }) => id));
  if (ids.size < issues.length) return "'issues' holds an id twice";
  const unknown = mustFix.find((id) => !ids.has(id));
  if (unknown !== undefined) return `'must_fix' names ${JSON.stringify(unknown)}, which is not an issue`;
  if (verdict === "FAIL" && mustFix.length === 0) return "'must_fix' is empty although the verdict is FAIL";
  if (verdict === "PASS" && mustFix.length > 0) return "'must_fix' is not empty although the verdict is PASS";
  return undefined;
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
  if (text === "") reader.refuse(`'${field}' must not be empty`);
  const bare = text.replace(/^#/, "");
  if (findingId.test(bare)) return { finding: bare };
  const [label, finding] = labelled.exec(text) ?? [];
  return label === undefined || finding === undefined
    ? { text }
    : { finding, text: text.slice(label.length) };
}
