/** Long enough for one statement, short enough that a summary holds several. */
const aimChars = 70;
/** Cut shorter than this, hardly anything is said. */
const leastChars = 30;
/** What must not be cut is kept whole up to here, and left out beyond. */
const wholeChars = 160;

/** Words that turn a statement round or limit it, in the languages that lessons are mostly written in. */
const turning =
  /\b(?:not|never|no|none|nor|cannot|except|unless|without|only|until|but|however|instead|avoid|if|when|while|nicht|nie|niemals|kein\w{0,2}|ohne|sauf|jamais|sans|pas|nunca|sin|salvo|senza|niet|nooit|zonder)\b|n['’]t\b/i;
/**
 * Code, operators and amounts; a letter outside ASCII may belong to a language whose negations are not known
 * here.
 */
const delicate = /[\d`<>=!&|*+%^~{}[\]\\]|[^\x20-\x7e‘’“”–—…]/u;
/** A text must not end in a word that leads to the next one. */
const dangling =
  /[\s,;:–—(-]+$|\s(?:a|an|and|as|at|by|for|from|in|into|is|its|of|on|or|so|than|that|the|then|to|via|which|with|e\.g|i\.e)$/i;

/**
 * A text in about seventy characters, cut where nothing is lost but detail; nothing when that cannot be done.
 */
export function shortenInsight(text: string): string | undefined {
  if (text.length <= aimChars) return text;
  const end = clauseEnd(text) ?? wordEnd(text);
  if (end !== undefined) {
    const kept = withoutDangling(text.slice(0, end));
    if (kept.length >= leastChars && isWhole(kept) && isDetail(text.slice(kept.length))) return `${kept}…`;
  }
  return text.length <= wholeChars ? text : undefined;
}

/** Whether no bracket, quotation or code span is left open. */
function isWhole(kept: string): boolean {
  const count = (mark: string) => kept.split(mark).length - 1;
  return count("(") === count(")") && count('"') % 2 === 0 && count("`") % 2 === 0;
}

function isDetail(rest: string): boolean {
  return !turning.test(rest) && !delicate.test(rest);
}

/** Before the last mark between clauses that leaves enough. */
function clauseEnd(text: string): number | undefined {
  const marks = [...text.slice(0, aimChars + 2).matchAll(/[,;:.] | [–—(-]/g)].map((match) => match.index);
  return marks.filter((index) => index >= leastChars).at(-1);
}

function wordEnd(text: string): number | undefined {
  const end = text.lastIndexOf(" ", aimChars);
  return end >= leastChars ? end : undefined;
}

function withoutDangling(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(dangling, "");
  }
  return rest;
}
