import { wordList } from "./word-list.js";

/** Short forms and irregular forms, each with the word it stands for. */
export const synonymPairs = wordList(
  "repo:repository dir:directory folder:directory docs:documentation doc:documentation config:configuration",
  "env:environment param:parameter params:parameter arg:argument args:argument db:database",
  "auth:authentication var:variable vars:variable dep:dependency deps:dependency js:javascript ts:typescript",
  "golang:go py:python func:function fn:function msg:message prod:production async:asynchronous",
  "sync:synchronous writing:write written:write utils:utility util:utility spec:specification",
  "mandatory:required temp:temporary tmp:temporary min:minimum max:maximum kept:keep ran:run secs:second",
).map((pair) => {
  const [short = "", long = ""] = pair.split(":");
  return [short, long] as const;
});

/** Numbers in words, with their figures. */
export const numerals: ReadonlyMap<string, string> = new Map(
  wordList("two three four five six seven eight nine ten eleven twelve").map((word, index) => [
    word,
    String(index + 2),
  ]),
);

/** Units, the one name first. A number with another unit is another number. */
const unitNames = [
  "ms msec millisecond milliseconds",
  "s sec secs second seconds",
  "m min mins minute minutes",
  "h hr hrs hour hours",
  "d day days",
  "w week weeks",
  "month months",
  "y year years",
  "b byte bytes",
  "kb kib kilobyte kilobytes",
  "mb mib megabyte megabytes",
  "gb gib gigabyte gigabytes",
  "px pixel pixels",
  "rem",
  "em",
  "% percent",
  "time times",
  "char chars character characters",
  "line lines",
  "token tokens",
  "space spaces",
  "column columns",
  "word words",
  "file files",
  "level levels",
  "argument arguments arg args",
  "parameter parameters",
  "retry retries",
  "attempt attempts",
];
export const units: ReadonlyMap<string, string> = new Map(
  unitNames.flatMap((names) => {
    const all = wordList(names);
    return all.map((name) => [name, all[0] ?? name] as const);
  }),
);

/** Words that most rules about code contain: they single out none. */
export const commonWords = wordList(
  "implement component function typescript structure application management performance implementation",
  "configuration documentation authentication environment javascript type data state code file error test",
  "name variable class api user handling design pattern project service module method value server client",
  "react",
);

/** Phrases, each with the one word that says the same. Those with nothing carry no meaning of their own. */
export const phraseWordings: readonly (readonly [word: string, phrases: readonly string[]])[] = [
  ["", ["(?:when|where|if|as) (?:ever )?(?:possible|appropriate|needed|necessary|applicable|feasible)"]],
  ["", ["unless (?:absolutely |strictly |really )?(?:necessary|needed|required)"]],
  ["", ["(?:when|if) no longer (?:needed|used)"]],
  ["can not", ["can'?t", "cannot"]],
  ["will not", ["won't"]],
  ["not", ["no longer"]],
  ["insteadof", ["instead of", "rather than", "as opposed to", "in place of", "in favou?r of"]],
  [
    "atmost",
    ["(?:no|not) (?:more|greater|longer|larger|higher) than", "at most", "up to", "(?:maximum|max) of"],
  ],
  ["atleast", ["(?:no|not) (?:less|fewer|shorter|smaller|lower) than", "at least", "(?:minimum|min) of"]],
  ["disable", ["(?:turn|switch)(?:ed|ing)? off"]],
  ["enable", ["(?:turn|switch)(?:ed|ing)? on"]],
  ["remove", ["get rid of"]],
  ["plaintext", ["(?:plain|clear)[ -]?text"]],
  ["before", ["prior to", "ahead of"]],
  ["then", ["followed by", "only then"]],
];
