/** Scripts that write no spaces between words. */
export const spacelessScripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々";

const denials =
  /不要|不得|不可以?|不能|不应该?|不該|不应当|不准|不许|不許|不宜|不使用|禁止|避免|切勿|请勿|請勿|勿|从不|從不|永不|绝不|絕不|別|别|しないでください|しないこと|してはいけません|してはならない|しません|しない|使わないでください|使わない|決して|避けてください|避ける|避け|べからず|ห้าม|อย่า|ไม่ควร|ไม่/gu;
const demands =
  /始终|始終|总是|總是|一律|必须|必須|务必|務必|应该|應該|应当|應當|请|請|一定要?|永远|永遠|必ず|常に|絶対に|してください|すること|使ってください|しましょう|します|する|เสมอ|ต้อง|ควร/gu;
/** What may still turn a sentence round where it was not read as a denial. */
const doubtful = /[不没沒無无未非否莫禁]|ない|ませ|ไม/u;

export interface SpacelessWords {
  /** Pairs of neighbouring characters: they need no dictionary, so they are the same on every machine. */
  readonly pairs: readonly string[];
  readonly denied: boolean;
}

/** A run of such a script. "決して…しない" is one denial, so they are not counted, only seen. */
export function spacelessWords(run: string): SpacelessWords {
  const denied = run.search(denials) !== -1;
  const parts = run.replace(denials, " ").replace(demands, " ").split(" ");
  return { pairs: parts.filter((part) => part !== "").flatMap(pairsOf), denied };
}

function pairsOf(part: string): readonly string[] {
  const characters = [...part];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

export function isDoubtful(pair: string): boolean {
  return doubtful.test(pair);
}
