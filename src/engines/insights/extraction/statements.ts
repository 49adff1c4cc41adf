/**
 * Ends of sentences in the scripts that have them. Unlike the sentences of a plan's description, which are
 * folded for matching, these keep their wording, and a semicolon ends none.
 */
const ends = /(?:[.!?…।؟]+["')\]”’»*_]*(?=\s|$)|[。！？]+[」』”’）)]*)/gu;
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|resp|incl|z\.B|d\.h|bzw|p\. ?ex|ca|no|fig|\d{1,3}|\p{Lu})\.$/iu;

/** Cuts a text into its sentences. A stop inside inline code ends none. */
export function statementsOf(text: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  for (const end of endsIn(text)) {
    statements.push(text.slice(start, end).trim());
    start = end;
  }
  statements.push(text.slice(start).trim());
  return statements.filter((statement) => statement !== "");
}

function endsIn(text: string): readonly number[] {
  const hidden = text.replace(/`[^`]*`/g, (span) => "x".repeat(span.length));
  return [...hidden.matchAll(ends)]
    .filter(({ 0: mark, index }) => {
      const before = hidden.slice(Math.max(0, index - 12), index + 1);
      return !(mark.startsWith(".") && mark.length === 1 && abbreviation.test(before));
    })
    .map(({ 0: mark, index }) => index + mark.length);
}
