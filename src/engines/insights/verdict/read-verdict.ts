import { boundsOf } from "./bounds.js";
import { type FieldReader, type Fields, fieldReader } from "./field-reader.js";
import { readFalsePositive } from "./read-false-positive.js";
import type { ParsedVerdict, Verdict, VerdictIssue } from "./verdict.js";

/**
 * A verdict from the object of its block. Unknown keys are ignored; the first field that is wrong makes it
 * invalid.
 */
export function readVerdict(fields: Fields): ParsedVerdict {
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
  const said = typeof value === "string" ? value.trim().toUpperCase() : "";
  if (said !== "PASS" && said !== "FAIL") reader.refuse("'verdict' must be PASS or FAIL");
  return said === "PASS" ? "PASS" : "FAIL";
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
  if (unknown !== undefined) return `'must_fix' names ${JSON.stringify(unknown)}, which is no issue`;
  if (verdict === "FAIL" && mustFix.length === 0) return "'must_fix' is empty although the verdict is FAIL";
  if (verdict === "PASS" && mustFix.length > 0) return "'must_fix' is not empty although the verdict is PASS";
  return undefined;
}
