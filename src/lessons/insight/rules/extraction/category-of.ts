import { oneOf } from "../../../../reading/language/patterns.js";

/**
 * A rule says what is to be done, a causal statement why something happens; anything else is an observation.
 */
export type InsightCategory = "rule" | "causal" | "observation";

/** Code and quotations: their words do not decide. */
const quotation = new RegExp(
  [
    "`[^`]*`",
    '"[^"]*"',
    "“[^”]*”",
    "„[^“”]*[“”]",
    "«[^»]*»",
    "「[^」]*」",
    "『[^』]*』",
    "(?<![\\p{L}\\p{N}])['‘][^'’]{1,200}['’](?![\\p{L}\\p{N}])",
  ].join("|"),
  "gu",
);

const rules = {
  english: oneOf(
    "must(?! have (?:been|had)), shall, never, always, mandatory, forbidden, prohibited",
    "(?:not|never) allowed, may not, ought to, under no circumstances, no exceptions",
    "(?<!not |n't |longer |never )(?:required|obligatory), (?:has|have|needs?|had better) to",
    "should(?! (?:work|be (?:fine|ok|okay|enough|safe)|have (?:been|had|worked|passed)))",
  ),
  german: oneOf(
    "muss, müssen, niemals, nie, immer, verboten, erforderlich, sollten?, soll",
    "(?:darf|dürfen) (?:nicht|nie|kein\\p{L}*)",
  ),
  french: oneOf("doit, doivent, jamais, toujours, il faut, obligatoire, interdit, ne pas"),
  spanish: oneOf("debe, deben, nunca, siempre, hay que, obligatorio, prohibido"),
  portuguese: oneOf("deve, devem, sempre"),
  russian: oneOf(
    "долж(?:ен|на|но|ны), никогда, всегда, нельзя, обязательно, запрещено, необходимо, не следует, требуется",
  ),
  arabic: oneOf("يجب, دائما, دائمًا, أبدا, أبدًا"),
  hindi: oneOf("हमेशा, कभी नहीं, चाहिए"),
};
const rule = wholeWords(Object.values(rules));
/** "Builds do not read the file" states a fact; "Do not read the file" gives an order. */
const order = new RegExp(
  [
    "(?:^|[.;:,!(]\\s|\\s[-–—]+\\s|\\b(?:please|and|but|so|then|you|we)\\s)",
    oneOf("do not, don['’]t, avoid, ensure, make sure, refrain from"),
    "\\s",
  ].join(""),
  "iu",
);
const unspacedRule = new RegExp(
  oneOf(
    "必须, 必須, 务必, 務必, 禁止, 不得, 不要, 绝不, 切勿, 永远不, 总是, 始终, 应当, 应该, 一定要, 严禁",
    "必ず, なければな, べき, てはいけ, てはなら, 常に, 決して",
    "항상, 반드시, 절대, 해야",
  ),
  "u",
);

const causes = {
  english: oneOf(
    "because, due to, owing to, thanks to, leads? to, led to, leading to, causes?, caus(?:ed|ing)",
    "results? in, result(?:ed|ing) in, so that, as a result, therefore, thus, hence, consequently",
    "which means, (?:that|this) is why, stems? from, gives? rise to, the reason, prevents?, preventing",
  ),
  german: oneOf("weil, führ(?:t|en) zu, verursach(?:t|en), wegen, aufgrund, dadurch, deshalb, daher"),
  french: oneOf(
    "parce qu[e'], à cause d[eu], entraînent, entraîne, provoque, afin que, en raison de, par conséquent",
  ),
  spanish: oneOf("porque, debido a, provoca, conduce a, por eso, para que, por lo tanto"),
  russian: oneOf(
    "потому что, из-за, привод(?:ит|ят) к, вызыва(?:ет|ют), поэтому, вследствие, так как, чтобы",
  ),
  arabic: oneOf("لأن, بسبب, يؤدي إلى"),
  hindi: oneOf("क्योंकि, के कारण"),
};
const causal = wholeWords(Object.values(causes));
const unspacedCausal = new RegExp(
  oneOf(
    "因为, 因為, 由于, 由於, 导致, 導致, 因此, 所以, 从而, 以便, 造成, 引起",
    "ため, ので, 原因, 引き起こ, その結果, 때문",
  ),
  "u",
);

/** Words in code or quotes do not decide; a text that is one quotation is read without its quotes. */
export function categoryOf(text: string): InsightCategory {
  const unquoted = text.trim().replace(/^(?:"([^"]*)"|“([^”]*)”|«([^»]*)»|「([^」]*)」)\.?$/u, "$1$2$3$4");
  const plain = unquoted.replace(quotation, " ").replace(/\s+/gu, " ").trim();
  if (rule.test(plain) || order.test(plain) || unspacedRule.test(plain)) return "rule";
  return causal.test(plain) || unspacedCausal.test(plain) ? "causal" : "observation";
}

function wholeWords(alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}_-])`, "iu");
}
