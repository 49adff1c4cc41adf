const stars = /(?<![\w*\\/])(\*{1,3})(?=[^\s*./])([^*]{1,300}?)(?<=\S)\1(?![\w*])/gu;
const underscores = /(?<![\w\\/])(_{1,2})(?=[^\s_])([^_]{1,300}?)(?<=\S)\1(?!\w)/gu;

/**
 * Without the marks of emphasis. What could be code stays: `**kwargs`, `*.ts`, `2 * 3`, `__init__`,
 * `snake_case`.
 */
export function withoutEmphasis(text: string): string {
  return text
    .replace(stars, "$2")
    .replace(underscores, (whole, mark: string, inner: string) =>
      mark === "__" && /^[a-z0-9]+$/.test(inner) ? whole : inner,
    );
}

/**
 * Words that say what kind of text follows. None of them turns it round, as "anti-pattern" or "avoid" would.
 */
const labels = [
  "(?:key )?(?:patterns?|insights?|lessons?(?: learn(?:ed|t))?|learnings?|takeaways?|findings?|observations?)",
  "(?:general |hard )?(?:rules?|principles?|guidelines?)|causal(?: link)?|recommendations?|best practices?",
  "(?:please )?note|tip|hint|important|reminder|caution|attention|warning",
  "muster|regel|hinweis|erkenntnis|règle|regla|patrón|правило|паттерн|规则|規則|模式|经验|教训|注意|ルール|パターン",
].join("|");
const label = `(?:${labels})(?: #?\\d{1,3})?`;
/** ❌ and its like stay: they say "do not". */
const ornaments = "[✅✔☑⚠💡🔥📝📌🔍👉➡→★☆✨🧠🎯ℹ][\\uFE0E\\uFE0F]? ?";
const lead = new RegExp(
  `^(?:[-*+•▪◦‣·–—>] |#{1,6} |~{3,} ?|\\(?\\d{1,3}[.)] |\\[[ x]\\] |${ornaments}|${label} ?: ?|${label} [-–—] |\\[${label}\\] ?:? ?)+`,
  "iu",
);

/**
 * Without list marks, ornaments and labels such as "Pattern:" in front, unless nothing worth a word is left.
 */
export function withoutLead(text: string): string {
  const rest = text.replace(lead, "");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}
