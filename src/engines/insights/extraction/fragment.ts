/** What stands below a statement and says nothing without it. */
const detail =
  /^(?:e\.g|i\.e|for (?:example|instance)|such as|see\b|seen\b|like\b|(?:in|at|from|by|with|on|of|and|or|which|that|where|because|also) )/iu;
const field =
  /^(?:evidence|example|source|confidence|context|files?|where|when|first seen|last seen|observed(?: in)?|applies to|refs?|references?|count|severity|category|scope|impact|status|frequency|location|related|tags?|rationale|why|fix) ?[:=–—]/iu;

/** Whether a nested item is a detail of the item above it and no statement of its own. */
export function isFragment(text: string): boolean {
  return (
    field.test(text) ||
    (detail.test(text) && /^(?:\p{Ll}|See\b|Seen\b|For (?:example|instance)\b|E\.g)/u.test(text))
  );
}
