const list = (...lines: readonly string[]) => lines.flatMap((line) => line.split(" "));

/** Words that deny the clause they stand in, by language. */
export const negatorsByLanguage = {
  english: list(
    "not never no neither nor none nothing nobody nowhere hardly cannot dont doesnt mustnt shouldnt cant",
    "wont",
  ),
  german: list("nicht nichts nie niemals kein keine keinen keiner keines keinem"),
  french: list("pas jamais aucun aucune"),
  spanish: list("no nunca jamás ningún ninguna"),
  portuguese: list("não nunca jamais nem"),
  italian: list("non mai"),
  russian: list("не нет ни никогда нельзя"),
  ukrainian: list("не ніколи"),
  polish: list("nie nigdy"),
  dutch: list("niet nooit geen"),
  scandinavian: list("inte aldrig aldri ikke"),
  vietnamese: list("không đừng"),
  indonesian: list("jangan tidak"),
  turkish: list("asla"),
  arabic: list("لا لم أبدا"),
  hindi: list("मत नहीं कभी"),
  hebrew: list("לא אל לעולם"),
  greek: list("μην δεν ποτέ"),
};

/** Verbs and adjectives that only deny, and say nothing else. */
export const prohibitionsByLanguage = {
  english: list("avoid avoids avoiding avoided refrain refrains refraining"),
  german: list("vermeide vermeiden verboten"),
  french: list("éviter évitez interdit"),
  spanish: list("evite evitar evita prohibido"),
  italian: list("evitare"),
  russian: list("избегай избегайте избегать запрещено"),
  polish: list("unikaj"),
  dutch: list("vermijd"),
  swedish: list("undvik"),
  korean: list("금지 마세요 마십시오 하지"),
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
export const exceptionWords: ReadonlySet<string> = new Set(list("unless except until"));
/** Words that set what follows them against what stands before. */
export const contrastWords: ReadonlySet<string> = new Set(list("insteadof against versus vs"));

/** Korean denies inside a word: "않는다", "못한다", "말고". */
export const koreanDenials = list("않 못하 못한 못합 말고 말아 말라 말것");

/** Denials in scripts without spaces, the longest first where one holds another. */
export const unspacedDenials = {
  chinese: list(
    "不要 不得 不可以 不可 不能 不应该 不应当 不应 不該 不准 不许 不許 不宜 不使用 禁止 避免 切勿 请勿 請勿 勿 从不 從不 永不 绝不 絕不 別 别",
  ),
  japanese: list(
    "しないでください しないこと してはいけません してはならない しません しない 使わないでください 使わない 決して 避けてください 避ける 避け べからず",
  ),
  thai: list("ห้าม อย่า ไม่ควร ไม่"),
};
/** Ways to say "always" or "do this" in these scripts: they carry no topic. */
export const unspacedDemands = {
  chinese: list(
    "始终 始終 总是 總是 一律 必须 必須 务必 務必 应该 應該 应当 應當 请 請 一定要 一定 永远 永遠",
  ),
  japanese: list("必ず 常に 絶対に してください すること 使ってください しましょう します する"),
  thai: list("เสมอ ต้อง ควร"),
};
/** What may still deny a sentence of these scripts where no denial was read. */
export const doubtfulSigns = list("不 没 沒 無 无 未 非 否 莫 禁 ない ませ ไม");

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
  ...list("不要忘记 不要忘了 别忘了 别忘记 勿忘 不要犹豫 毫无例外 无一例外 不仅仅 不仅 不只是"),
  ...list("忘れないでください 忘れないで 忘れずに ためらわずに 例外なく だけでなく"),
];
