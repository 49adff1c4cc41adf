import { oneOf } from "./patterns.js";

const stars = /(?<![\w*\\/])(\*{1,3})(?=[^\s*./])([^*]{1,300}?)(?<=\S)\1(?![\w*])/gu;
const underscores = /(?<![\w\\/])(_{1,2})(?=[^\s_])([^_]{1,300}?)(?<=\S)\1(?!\w)/gu;

/** Without the marks of emphasis. What could be code stays: `**kwargs`, `*.ts`, `2 * 3`, `__init__`. */
export function stripEmphasis(text: string): string {
  return text
    .replace(stars, "$2")
    .replace(underscores, (whole, mark: string, inner: string) =>
      mark === "__" && /^[a-z0-9]+$/.test(inner) ? whole : inner,
    );
}

/** Labels for the kind of text that follows. None of them denies it, as "anti-pattern" or "avoid" would. */
const labels = oneOf(
  "(?:key )?(?:patterns?|insights?|lessons?(?: learn(?:ed|t))?|learnings?|takeaways?)",
  "(?:key )?(?:findings?|observations?)",
  "(?:general |hard )?(?:rules?|principles?|guidelines?), causal(?: link)?, recommendations?",
  "best practices?",
  "(?:please )?note, tip, hint, important, reminder, caution, attention, warning",
  "muster, regel, hinweis, erkenntnis, règle, regla, patrón, правило, паттерн",
  "规则, 規則, 模式, 经验, 教训, 注意, ルール, パターン",
);
const label = `${labels}(?: #?\\d{1,3})?`;
/** ❌ and its like stay: they mean "do not". */
const ornament = "[✅✔☑⚠💡🔥📝📌🔍👉➡→★☆✨🧠🎯ℹ][\\uFE0E\\uFE0F]? ?";
const leadMarks = [
  "[-*+•▪◦‣·–—>] ",
  "#{1,6} ",
  "~{3,} ?",
  "\\(?\\d{1,3}[.)] ",
  "\\[[ x]\\] ",
  ornament,
  `${label} ?: ?`,
  `${label} [-–—] `,
  `\\[${label}\\] ?:? ?`,
];
const lead = new RegExp(`^(?:${leadMarks.join("|")})+`, "iu");

/** Without list marks, ornaments and labels such as "Pattern:" in front, unless no word would be left. */
export function stripLead(text: string): string {
  const rest = text.replace(lead, "");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/**
 * Changes a text but not its inline code. The change may reach over code, as emphasis does, so code is set
 * aside and put back.
 */
export function outsideCode(text: string, change: (part: string) => string): string {
  const spans: string[] = [];
  const hollow = text.replace(/`[^`]*`/g, (span) => `\`${spans.push(span) - 1}\``);
  return change(hollow).replace(/`(\d+)`/g, (whole, index: string) => spans[Number(index)] ?? whole);
}
