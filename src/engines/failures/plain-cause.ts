/** What a shell puts before a message: `(eval):1: `, `zsh:cd:1: `, `bash: line 3: `. */
const shellMark = /^(?:\(eval\)|zsh|bash|sh|\/bin\/\w+):(?:\w+:)?\s?(?:line )?\d+: /;
const branches = /(?<=\[(?:remote )?rejected\]\s{1,20})\S+ -> \S+/;
const path = /(?<![\w@:/])(?:[A-Za-z]:)?(?:~|\.{1,2})?[/\\]?[\w.@+-]+(?:[/\\][\w.@+*-]+)+[/\\]?/g;
/** What a tool proposes for the one name that was given. */
const proposal = /(?<=\S) Did you mean \S{1,200}\?/;
/** The hash of a commit or an object. */
const hash = /\b(?=[0-9a-f]*\d)[0-9a-f]{12,64}\b/g;
/** "(34278 tokens)": how much it was that time. */
const amount = / \(\d[\d.,]* (?:tokens|bytes|characters|chars|lines|files|[KMG]i?B|ms|seconds)\)/gi;
/** "…; to update it:", "…, run:": the announcement of what stood below. */
const announcement =
  /(?<=\S{3})[;,.] (?:to [\w ]{2,30}|(?:please )?(?:run|try|use|see)(?: [\w ]{2,20})?):?$/i;
/** The quotation of a cause stands in a sentence that has its own end. */
const endMark = /[.:;,]+$/;
/** `@scope/name`, `owner/name`: a name, not a place. */
const name = /^@?[\w-]+\/[\w-]+$/;

/**
 * A cause as a lesson says it, without what only one occurrence had: where the shell stood in its input, the
 * branch, a hash, what the tool proposed instead, and paths other than those that the lesson is about. A long
 * cause says its first sentence, without what follows in brackets.
 */
export function plainCause(cause: string, isAbout: (path: string) => boolean, maxChars: number): string {
  const text = cause
    .replace(shellMark, "")
    .replace(proposal, "")
    .replace(branches, "<branch>")
    .replace(hash, "<hash>")
    .replace(amount, "")
    .replace(path, (found) => (isAbout(found) || name.test(found) ? found : "<path>"))
    .replace(announcement, "")
    .replace(endMark, "");
  if (text.length <= maxChars) return text;
  const [sentence = ""] = /^.{20,}?(?=[.;] | \()/.exec(text) ?? [];
  return sentence !== "" && sentence.length <= maxChars ? sentence : text;
}
