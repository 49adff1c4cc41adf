import type {
  FalsePositive,
  Verdict,
  VerdictIssue,
} from "../../src/lessons/insight/rules/verdict/verdict.js";

/**
 * A verdict as the block that `parseVerdict` reads. No text in it can close the comment: angle brackets are
 * written as JSON escapes.
 */
export function renderVerdict({ verdict, issues, mustFix, falsePositives, deliberation }: Verdict): string {
  const fields = {
    verdict,
    issues: issues.map(issueFields),
    must_fix: mustFix,
    false_positives: falsePositives.map(falsePositiveFields),
    deliberation,
  };
  const json = JSON.stringify(fields, null, 2).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return `<!-- jkz:verdict-json\n${json}\n-->`;
}

function issueFields({ id, severity, summary, location, rootCause, fixHint }: VerdictIssue): object {
  return { id, severity, summary, location, root_cause: rootCause, fix_hint: fixHint };
}

/** As an object: a bare text could look like an id. */
function falsePositiveFields({ finding, text }: FalsePositive): object {
  return { id: finding, text };
}
