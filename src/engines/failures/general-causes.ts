/** What a program says that cannot go on. */
const complaints = [
  ...["cannot", "can't", "could not", "couldn't", "unable to", "undefined"],
  ...["not found", "no such", "does not exist", "doesn't exist", "denied", "rejected"],
  ...["refused", "invalid", "unknown", "unrecognized", "missing", "mismatch"],
  ...["unexpected", "expected", "conflict", "must (?:be|have|not)", "required", "not allowed"],
  ...["not supported", "timed? ?out", "not a function", "not defined", "not available", "no .{1,30} found"],
  ...["already exists", "already in use", "not permitted", "not mergeable", "failed to", "unable"],
];

/** Words and phrases of lines that describe what went wrong, the strongest first. */
const strengths: readonly RegExp[] = [
  /^(?:\S{1,60}: )?(?:error|fatal|panic|failed|failure|exception|critical)\b/i,
  /^[✗✘✖×❌] /,
  /\b(?:error|fatal|panic|exception|failed|failure|failing)\b/i,
  new RegExp(`\\b(?:${complaints.join("|")})\\b`, "i"),
];

/** The line that describes best what went wrong: the first of the strongest. */
export function bestCauseLine(lines: readonly string[]): string | undefined {
  const [some, others] = [lines.filter((line) => !isHeading(line)), lines.filter(isHeading)];
  for (const candidates of [some, others]) {
    for (const strength of strengths) {
      const line = candidates.find((each) => strength.test(each.trim()));
      if (line !== undefined) return line.trim();
    }
  }
  return undefined;
}

const headings: readonly RegExp[] = [
  /:$|\bsubprocess-exited-with-error$/,
  /^(?:Failed to compile\.?|\w{0,20} ?(?:build|command|task) failed.{0,40}|Aborted!?)$/i,
  /^[A-Z][A-Z ]{9,60}$/,
];

/** A line that only announces what stands below it. */
function isHeading(line: string): boolean {
  return headings.some((heading) => heading.test(line.trim()));
}
