/** What a shell puts before a message: `(eval):1: `, `zsh:cd:1: `, `bash: line 3: `. */
const shellMark = /^(?:\(eval\)|zsh|bash|sh|\/bin\/\w+):(?:\w+:)?\s?(?:line )?\d+: /;
const branches = /(?<=\[(?:remote )?rejected\]\s{1,20})\S+ -> \S+/;
const path = /(?<![\w@:/])(?:[A-Za-z]:)?(?:~|\.{1,2})?[/\\]?[\w.@+-]+(?:[/\\][\w.@+*-]+)+[/\\]?/g;
/** `@scope/name`, `owner/name`: a name, not a place. */
const name = /^@?[\w-]+\/[\w-]+$/;

/**
 * A cause as a lesson says it, without what only one occurrence had: where the shell stood in its input, the
 * branch, and paths other than those that the lesson is about. A long cause says its first sentence.
 */
export function plainCause(cause: string, kept: readonly string[], maxChars: number): string {
  const text = cause
    .replace(shellMark, "")
    .replace(branches, "<branch>")
    .replace(path, (found) => (kept.includes(found) || name.test(found) ? found : "<path>"));
  if (text.length <= maxChars) return text;
  const [sentence = ""] = /^.{20,}?[.;](?= )/.exec(text) ?? [];
  return sentence !== "" && sentence.length <= maxChars ? sentence : text;
}
