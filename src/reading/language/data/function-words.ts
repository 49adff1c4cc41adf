import { wordList } from "./word-list.js";

/** Words of grammar that do not show what a text is about. */
export const stopWords: ReadonlySet<string> = new Set(
  wordList(
    "a an and are as at be by do for from in into is it its of on or so that the then this to we with",
  ),
);

/** Grammar, and the ways to say "do this", by language: they carry no topic of a rule. */
const topicless = {
  english: wordList(
    "a an the this that these those it its they them their there here you your we our us i my one of in",
    "on at for by as with and or nor but so to into onto from than then when where while which who whose",
    "what how if is are was were be been being am do does did done has have had having will would shall",
    "should must may might can could need needs ought let lets also just very really both either about",
    "such via per upon through within across whenever wherever because since though although always ever",
    "all every each everywhere everything please remember ensure ensures sure make makes explicitly",
    "strictly simply important note rule rules e.g i.e etc use uses used using usage utilize utilise",
    "utilizing prefer prefers preferred preferring favor favour favors choose employ adopt try aim strive",
    "good best practice practices proper properly appropriate appropriately necessary needed possible",
    "ones thing things other others own before after over",
  ),
  russian: wordList(
    "всегда нужно надо должен должны следует необходимо обязательно пожалуйста и в на для с при по",
  ),
  ukrainian: wordList("к из завжди треба"),
  spanish: wordList("siempre debe deben usar usa use utilice el la los las un una de del para en con y"),
  french: wordList("toujours doit doivent utiliser utilisez le les des du pour dans avec et ne"),
  german: wordList(
    "immer stets soll sollte muss müssen verwende verwenden nutze benutze der die das den dem ein eine",
    "einen für mit und im zu",
  ),
  italian: wordList("sempre deve usare il lo gli per con e"),
  portuguese: wordList("sempre deve usar use o os as um uma"),
  polish: wordList("zawsze należy używaj"),
  dutch: wordList("altijd moet gebruik"),
  swedish: wordList("alltid ska använd"),
  vietnamese: wordList("luôn hãy"),
  indonesian: wordList("selalu gunakan"),
  turkish: wordList("her zaman"),
  hindi: wordList("पर हमेशा"),
  arabic: wordList("دائما دائمًا استخدم"),
  korean: wordList("항상 반드시 사용하세요 사용하십시오"),
};

export const topiclessWords: ReadonlySet<string> = new Set(Object.values(topicless).flat());

/** What people write to keep a conversation with an agent going: no word of it names a topic. */
export const conversationWords: ReadonlySet<string> = new Set(
  wordList(
    "yes no yep yeah nope ok okay sure thanks thank thx great nice perfect fine cool right wrong correct",
    "agree agreed lgtm continue proceed go going goes ahead keep next again more now wait stop done finished",
    "ready hello hi hey morning evening sorry look looks looking see think thought thoughts know want like",
    "likes tell say said show give get got put take come new old first last still already back well too",
    "only some any few lot bit way work works working happen happened happens time today help question",
    "answer explain describe mean understand idea option options write writing read change changes changed",
    "update updated fix fixed add added create created implement run running start started doing trying not",
    "never mind",
  ),
);

/** They begin a clause of their own. */
export const clauseWords: ReadonlySet<string> = new Set(
  wordList(
    "that which who whose because since if when where while so by whenever wherever although though but",
    "however whereas",
  ),
);

/** What a clause begins with when it follows a comma, "and" or "to". */
export const auxiliaries: ReadonlySet<string> = new Set(
  wordList(
    "do does did is are was were be been must should can could will would may might shall has have had",
    "need to",
  ),
);
