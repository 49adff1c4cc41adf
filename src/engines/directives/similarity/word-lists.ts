import { stem } from "./stem.js";

const list = (text: string) => text.trim().split(/\s+/);
const pairs = (text: string) =>
  list(text).map((pair) => {
    const [one = "", other = ""] = pair.split(":");
    return [stem(one), stem(other)] as const;
  });

/** Words that carry no topic: grammar, and the ways to say "do this". */
export const emptyWords: ReadonlySet<string> = new Set([
  ...list(`a an the this that these those it its they them their there here you your we our us i my one of in on at for by as with
    and or nor but so to into onto from than then when where while which who whose what how if is are was were be been being am
    do does did done has have had having will would shall should must may might can could need needs ought let lets also just
    very really both either about such via per upon through within across whenever wherever because since though although
    always ever all every each everywhere everything please remember ensure ensures sure make makes explicitly strictly simply
    important note rule rules e.g i.e etc use uses used using usage utilize utilise utilizing prefer prefers preferred
    preferring favor favour favors choose employ adopt try aim strive good best practice practices proper properly
    appropriate appropriately necessary needed possible ones thing things other others own before after over`),
  ...list(`всегда нужно надо должен должны следует необходимо обязательно пожалуйста и в на для с при по к из завжди треба
    siempre debe deben usar usa use utilice el la los las un una de del para en con y toujours doit doivent utiliser utilisez le les
    des du pour dans avec et immer stets soll sollte muss müssen verwende verwenden nutze benutze der die das den dem ein eine einen
    für mit und im sempre deve usare il lo gli per con e zawsze należy używaj altijd moet gebruik alltid ska använd luôn hãy selalu
    gunakan her zaman पर हमेशा دائما دائمًا استخدم항상 항상 반드시 사용하세요 사용하십시오`),
]);

/** They turn the clause round in which they stand. */
export const negators: ReadonlySet<string> = new Set([
  ...list("not never no neither cannot dont doesnt mustnt shouldnt"),
  ...list(`не никогда нет нельзя ніколи no nunca jamás jamais pas nicht nie niemals kein keine keinen non mai não nunca jamais nie nigdy
    niet nooit geen inte aldrig aldri ikke không đừng jangan tidak asla لا لم أبدا मत नहीं कभी לא אל לעולם μην δεν ποτέ`),
]);
/** Verbs that only deny, and say nothing else. */
const bareDenials = `avoid avoiding avoided refrain избегай избегайте избегать запрещено evite evitar evita éviter évitez vermeide vermeiden
  verboten interdit prohibido evitare unikaj vermijd undvik 금지 마세요 마십시오 하지`;
/** Verbs and what they deny, then other words for either. */
const verbPairs = `forbid:allow forbidden:allow prohibit:allow disallow:allow ban:allow banned:allow deny:allow prevent:allow
  disable:enable deactivate:enable remove:add strip:add eliminate:add delete:add destroy:add exclude:include omit:include
  reject:accept refuse:accept decline:accept hide:show stop:start skip:run ignore:handle discard:keep suppress:show
  bypass:run discourage:encourage reduce:increase decrease:increase minimize:maximize minimise:maximize`;
const alike = `permit:allow activate:enable write:add generate:add retain:keep preserve:keep display:show expose:show execute:run
  begin:start support:handle enforce:enforce maintain:keep maximise:maximize allow:allow enable:enable add:add create:add
  include:include accept:accept keep:keep show:show start:start run:run handle:handle encourage:encourage increase:increase
  maximize:maximize`;

/**
 * Verbs that turn their clause round, each with the verb that says the contrary; none for those that only
 * deny.
 */
export const denyingVerbs: ReadonlyMap<string, string | undefined> = new Map([
  ...list(bareDenials).map((word) => [stem(word), undefined] as const),
  ...pairs(verbPairs),
]);
/**
 * Verbs that are often the contrary of such a one, under one name. Between equal signs they tell texts apart.
 */
export const affirmingVerbs: ReadonlyMap<string, string> = new Map(pairs(alike));

/** Words that turn round what follows them in the clause. */
export const contrasts: ReadonlySet<string> = new Set(["insteadof", "against", "versus", "vs"]);
/** The same, and two denials make one demand: "never deploy without tests". */
export const lacks: ReadonlySet<string> = new Set(
  list("without без sin sans ohne sem senza bez zonder utan"),
);
/** They turn round what follows, and leave what they are exceptions from as it is. */
export const exceptions: ReadonlySet<string> = new Set(list("unless except until"));
/** They begin a clause of their own. */
export const clauseWords: ReadonlySet<string> = new Set(
  list(
    "that which who whose because since if when where while so by whenever wherever although though but however whereas",
  ),
);
/** What a clause begins with when it follows a comma, "and" or "to". */
export const auxiliaries: ReadonlySet<string> = new Set(
  list(
    "do does did is are was were be been must should can could will would may might shall has have had need to",
  ),
);

const opposites = `min:max minimum:maximum minimal:maximal least:most atleast:atmost more:less more:fewer above:below synchronous:asynchronous
  sync:async ascending:descending upper:lower uppercase:lowercase first:last early:late public:private mutable:immutable static:dynamic
  true:false on:off optional:required optional:mandatory implicit:explicit relative:absolute inside:outside internal:external open:close
  lock:unlock single:double tab:space left:right serial:parallel sequential:parallel positive:negative input:output inbound:outbound
  push:pull read:write-only shallow:deep strict:loose verbose:quiet eager:lazy large:small long:short manual:automatic
  manually:automatically online:offline encrypted:plaintext stateful:stateless
  singular:plural odd:even horizontal:vertical top:bottom safe:unsafe trusted:untrusted controlled:uncontrolled`;

interface Side {
  readonly key: string;
  readonly negative: boolean;
}

/**
 * Each word of a pair as the first of it, with the side on which it stands. The first pair that names a word
 * counts.
 */
export const antonyms: ReadonlyMap<string, Side> = new Map(
  list(opposites)
    .reverse()
    .flatMap((pair): readonly (readonly [string, Side])[] => {
      const [one = "", other = ""] = pair.split(":").map(stem);
      return [
        [other, { key: one, negative: true }],
        [one, { key: one, negative: false }],
      ];
    }),
);

/** Short forms and their words. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  pairs(`repo:repository dir:directory folder:directory docs:documentation doc:documentation config:configuration env:environment
    param:parameter params:parameter arg:argument args:argument db:database auth:authentication var:variable vars:variable dep:dependency
    deps:dependency js:javascript ts:typescript golang:go py:python func:function fn:function msg:message prod:production
    async:asynchronous sync:synchronous writing:write written:write utils:utility util:utility spec:specification mandatory:required
    temp:temporary tmp:temporary min:minimum max:maximum kept:keep ran:run secs:second`),
);

export const numbers: ReadonlyMap<string, string> = new Map(
  list("two three four five six seven eight nine ten eleven twelve").map((word, index) => [
    word,
    String(index + 2),
  ]),
);

/** Units under one name. A number with another unit is another number. */
export const units: ReadonlyMap<string, string> = new Map(
  `ms msec millisecond milliseconds;s sec secs second seconds;m min mins minute minutes;h hr hrs hour hours;d day days;w week weeks;
   month months;y year years;b byte bytes;kb kib kilobyte kilobytes;mb mib megabyte megabytes;gb gib gigabyte gigabytes;px pixel pixels;rem;em;
   % percent;time times;char chars character characters;line lines;token tokens;space spaces;column columns;word words;file files;
   level levels;argument arguments arg args;parameter parameters;retry retries;attempt attempts`
    .split(";")
    .flatMap((group) => {
      const names = list(group);
      return names.map((name) => [name, names[0] ?? name] as const);
    }),
);

/** Words of so many directives that they find nothing. */
export const commonWords: ReadonlySet<string> = new Set(
  list(`implement component function typescript structure application management performance implementation configuration
    documentation authentication environment javascript type data state code file error test name variable class api user handling
    design pattern project service module method value server client react`).map(stem),
);
