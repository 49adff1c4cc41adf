import { wordList } from "./word-list.js";

/** Words that deny the clause they stand in, by language. */
export const negatorsByLanguage = {
  english: wordList(
    "not never no neither nor none nothing nobody nowhere hardly cannot dont doesnt mustnt shouldnt cant",
    "wont",
  ),
  german: wordList("nicht nichts nie niemals kein keine keinen keiner keines keinem"),
  french: wordList("pas jamais aucun aucune"),
  spanish: wordList("no nunca jamás ningún ninguna"),
  portuguese: wordList("não nunca jamais nem"),
  italian: wordList("non mai"),
  russian: wordList("не нет ни никогда нельзя"),
  ukrainian: wordList("не ніколи"),
  polish: wordList("nie nigdy"),
  dutch: wordList("niet nooit geen"),
  scandinavian: wordList("inte aldrig aldri ikke"),
  vietnamese: wordList("không đừng"),
  indonesian: wordList("jangan tidak"),
  turkish: wordList("asla"),
  arabic: wordList("لا لم أبدا"),
  hindi: wordList("मत नहीं कभी"),
  hebrew: wordList("לא אל לעולם"),
  greek: wordList("μην δεν ποτέ"),
};

/** Verbs and adjectives that only deny, and say nothing else. */
export const prohibitionsByLanguage = {
  english: wordList("avoid avoids avoiding avoided refrain refrains refraining"),
  german: wordList("vermeide vermeiden verboten"),
  french: wordList("éviter évitez interdit"),
  spanish: wordList("evite evitar evita prohibido"),
  italian: wordList("evitare"),
  russian: wordList("избегай избегайте избегать запрещено"),
  polish: wordList("unikaj"),
  dutch: wordList("vermijd"),
  swedish: wordList("undvik"),
  korean: wordList("금지 마세요 마십시오 하지"),
};

/** "Without", by language: it denies what follows it, and with another denial makes a demand. */
export const lacksByLanguage = {
  english: ["without"],
  german: ["ohne"],
  french: ["sans"],
  spanish: ["sin"],
  portuguese: ["sem"],
  italian: ["senza"],
  russian: ["без"],
  polish: ["bez"],
  dutch: ["zonder"],
  swedish: ["utan"],
};

export const negators: ReadonlySet<string> = new Set(Object.values(negatorsByLanguage).flat());
export const prohibitingVerbs: readonly string[] = Object.values(prohibitionsByLanguage).flat();
export const lackWords: ReadonlySet<string> = new Set(Object.values(lacksByLanguage).flat());
/** They deny what follows, and leave what they are exceptions from as it is. */
export const exceptionWords: ReadonlySet<string> = new Set(wordList("unless except until"));
/** Words that set what follows them against what stands before. */
export const contrastWords: ReadonlySet<string> = new Set(wordList("insteadof against versus vs"));

/** Korean denies inside a word: "않는다", "못한다", "말고". */
export const koreanDenials = wordList("않 못하 못한 못합 말고 말아 말라 말것");

/** Denials in scripts without spaces, the longest first where one holds another. */
export const unspacedDenials = {
  chinese: wordList(
    "不要 不得 不可以 不可 不能 不应该 不应当 不应 不該 不准 不许 不許 不宜 不使用 禁止 避免 切勿 请勿 請勿 勿 从不 從不 永不 绝不 絕不 別 别",
  ),
  japanese: wordList(
    "しないでください しないこと してはいけません してはならない しません しない 使わないでください 使わない 決して 避けてください 避ける 避け べからず",
  ),
  thai: wordList("ห้าม อย่า ไม่ควร ไม่"),
};
/** Ways to say "always" or "do this" in these scripts: they carry no topic. */
export const unspacedDemands = {
  chinese: wordList(
    "始终 始終 总是 總是 一律 必须 必須 务必 務必 应该 應該 应当 應當 请 請 一定要 一定 永远 永遠",
  ),
  japanese: wordList("必ず 常に 絶対に してください すること 使ってください しましょう します する"),
  thai: wordList("เสมอ ต้อง ควร"),
};
/** What may still deny a sentence of these scripts where no denial was read. */
export const doubtfulSigns = wordList("不 没 沒 無 无 未 非 否 莫 禁 ない ませ ไม");

/**
 * Denials in form only, by language, each the source of a pattern: "do not forget to" asks for what follows.
 * The small words that go with them belong to them.
 */
export const affirmations = {
  english: [
    "(?:do not|don't|never|not) (?:forget|hesitate|fail|neglect|be afraid|omit) to",
    "(?:do not|don't|never) forget",
    "not (?:only|just|merely|simply)",
    "without (?:exceptions?|fail|(?:a )?doubt|hesitation)",
    "no (?:exceptions|doubt|matter|problem)",
    "why not",
  ],
  german: [
    "vergiss (?:bitte )?(?:nicht|nie),?",
    "vergessen sie (?:bitte )?nicht,?",
    "nicht vergessen[,:]?",
    "(?:zögere|zögern sie) nicht,?",
    "versäume nie,?",
    "nicht (?:nur|bloß)",
    "ohne ausnahmen?",
  ],
  french: [
    "n['’]oubli(?:e|ez) (?:pas|jamais) de",
    "ne manqu(?:e|ez) pas de",
    "n['’]hésit(?:e|ez) pas à",
    "pas seulement",
    "sans (?:exceptions?|faute|hésiter)",
  ],
  spanish: [
    "(?:no|nunca) olvid(?:es|e|en)(?: de)?",
    "no dej(?:es|e) de",
    "no dud(?:es|e) en",
    "no (?:solo|sólo|solamente)",
    "sin (?:excepción|excepciones|falta|duda)",
  ],
  portuguese: [
    "não (?:se )?esqueça de",
    "não deixe de não hesite em",
    "não (?:só|somente|apenas)",
    "sem (?:exceção|exceções|falta)",
  ],
  italian: ["non dimenticare di", "non esitare a", "non (?:solo|soltanto)", "senza (?:eccezioni|esitazione)"],
  russian: [
    "не забудь(?:те)?",
    "не забывай(?:те)?",
    "не стесняй(?:ся|тесь)",
    "не только",
    "без исключени(?:й|я)",
  ],
  polish: ["nie zapomnij", "nie wahaj się", "nie tylko", "bez wyjątku"],
  dutch: [
    "vergeet niet(?: om)?(?: te)?",
    "aarzel niet(?: om)?(?: te)?",
    "niet (?:alleen|slechts)",
    "zonder uitzondering",
  ],
  korean: ["잊지 (?:마세요|마십시오|말고)", "주저하지 (?:마세요|말고)", "예외 ?없이"],
};
/** The same in scripts without spaces. */
export const unspacedAffirmations = [
  ...wordList("不要忘记 不要忘了 别忘了 别忘记 勿忘 不要犹豫 毫无例外 无一例外 不仅仅 不仅 不只是"),
  ...wordList("忘れないでください 忘れないで 忘れずに ためらわずに 例外なく だけでなく"),
];
