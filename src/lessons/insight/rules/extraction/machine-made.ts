import { anyWord, oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { countUnspaced } from "../../../../reading/language/scripts.js";

/** What a machine wrote, or what is not a statement at all. */
export type MachineNoise = "boilerplate" | "code" | "data" | "location" | "log";

const path = "(?:[\\w.@~-]*/[\\w./@*-]+|[\\w-]+\\.[a-z]{1,5}\\b)";
const measure = oneOf(
  "n?pmi, jaccard, lift, support, confidence, score, similarity, correlation, entropy, churn, coupling",
  "cohesion, complexity, fan[- ]?(?:in|out), frequency, hit[- ]?rate, probability, p-value, z-score",
  "coverage, loc",
);
const valued = `\\b${measure}\\b ?(?:[=:≈>~]|of|is|at|score)? ?\\(?-?\\d`;
const things = oneOf(
  "files?, modules?, functions?, methods?, class(?:es)?, packages?, components?, director(?:y|ies)",
  "folders?, pairs?, symbols?, tests?",
);
const aThing = `(?:(?:the )?${things} )?`;
const happened = oneOf("changed, modified, edited, touched, committed, failed, updated, accessed, imported");
/** Statistics about named things, as analysers print them: a kind of thing, its path, a measured number. */
const boilerplate: readonly RegExp[] = [
  /\bco-?(?:change|occur|edit|modif)\w*\b.{0,80}(?:\d\.\d|\d ?%|\d+ (?:of|times|commits))/i,
  new RegExp(
    [
      `^(?!.{0,300}\\b(?:must|never|always|keep)\\b)${aThing}(?:\\S+ (?:in|of|from|at) )?`,
      `[\`"']?${path}.{0,160}${valued}`,
    ].join(""),
    "i",
  ),
  new RegExp(
    [
      `^${aThing}[\`"']?${path}[\`"']? (?:and|,|has|have|was|were|is|are|appears?).{0,120}`,
      `\\b${happened}\\b.{0,40}\\d+ ?(?:%|times|commits|of \\d)`,
    ].join(""),
    "i",
  ),
  startingWith(
    "auto-?generated, generated (?:by|on|at|from)",
    "this (?:file|section|report|entry) (?:is|was) (?:auto|generated)",
    "last (?:updated|modified|run), created (?:by|on|at), updated (?:on|at)",
  ),
  /^(?:[\p{L} _-]{1,30}: ?[\d.%/]+(?: ?\w{1,8})?(?:[,;|] ?|$)){2,}/u,
  /^(?=.{0,200}: ?\d)(?:[\p{L} _-]{1,20}: ?[^\s,;|:]{1,30}(?: [^\s,;|:]{1,30})?(?:[,;|] ?|$)){3,}$/u,
];

const level = oneOf("INFO, DEBUG, TRACE, WARN, WARNING, ERROR, FATAL, NOTICE, CRITICAL");
const log: readonly RegExp[] = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d/,
  new RegExp(
    `^(?:\\[${level}\\]|${level} \\[|(?:ERROR|FATAL) in \\S|npm (?:ERR!|warn)|error TS\\d|error\\[E\\d)`,
  ),
  /^at .{1,200}:\d+(?::\d+)?\)?$/,
  /^(?:Traceback \(most recent|File ".{1,200}", line \d|Caused by: |panic: |goroutine \d)/,
  /^(?:Segmentation fault|Exception in thread)/,
  /^[✓✔✗✘×●○] .{1,200}\(?\d+ ?m?s\)?/,
  /^(?:PASS|FAIL|FAILED|PASSED|ok|not ok)\s+(?:\d+ - |\S+[/.]\S+)/,
  /^(?:Test Files|Tests|Snapshots|Duration|Start at) {1,4}\d|\d (?:passed|failed) ?\||^\d{1,2}:\d\d /,
  /^[❯›] \S|^● .{1,200} › /,
  /^(?:error|fatal|warning): (?!.*\b(?:means|because|when|happens|occurs)\b)/,
  /^(?:--- (?:PASS|FAIL):|Tests?: +\d|Test Suites: |exit (?:code|status) \d)/,
];
/** An error message alone. With a word on when or why it comes, it is worth keeping. */
const message = /^(?:[\w.]*(?:Error|Exception)(?: \[\w+\])?: |(?:INFO|DEBUG|TRACE|WARN|ERROR|FATAL):? )/;
const explained = anyWord(
  "when, if, because, unless, means, must, never, always, should, due, use, happens, occurs",
);

const json =
  /^(?:\{ ?(?:["'}]|\w+ ?:)|\[ ?(?:["{\]]|-?[\d.]+ ?,)|"[\w-]+" ?: ?["{[\d-]|\||<[a-z][\w-]*[ >/].*>$)/i;
const ids = [
  "[0-9a-f]{8}-[0-9a-f-]{20,}",
  "(?=[a-z]*\\d)[0-9a-f]{7,}",
  "\\d{4}-\\d\\d-\\d\\d(?:T[\\d:.]+Z?)?",
  "(?=\\D{0,3}\\d)[\\d.,:/%+-]+",
  "[A-Z]{2,}-\\d+",
  "[A-Z0-9]{16,}",
  "v?\\d+(?:\\.\\d+)+",
].join("|");
const idLike = new RegExp(`^[([{#"'\`]*(?:${ids})[)\\]},;:"'\`.]*$`);
const places = [
  "https?:\\/\\/\\S+",
  "(?:[\\w.@~-]*\\/)+[\\w.@*-]*",
  "[\\w-]+(?:\\.[\\w-]+)*\\.[a-z]{1,5}(?::\\d+(?:-\\d+)?)?",
].join("|");
const place = new RegExp(`^[([{"'\`]*(?:${places})[)\\]},;:"'\`.]*$`, "i");
const folders = oneOf("src, lib, tests?, docs?, app, packages, bin, dist, scripts");
const letters = "[\\p{L}\\p{M}'’-]";
const word = new RegExp(`^[("'[*_]*(?!${folders}/)\\p{L}${letters}*(?:/${letters}+)?[)"'\\]*_.,;:!?]*$`, "u");
const programs = oneOf(
  "npm, npx, pnpm, yarn, git, cd, ls, cat, grep, curl, docker, kubectl, make, cargo, go, python3?, pip",
  "node, rm, mv, cp, mkdir, sudo, export, echo, chmod, sed, awk, find",
);
const command = new RegExp(`^(?:[$%>] \\S|${programs} \\S)`);
const grammarWords = oneOf(
  "the, a, an, is, are, must, not, to, in, when, does, has, have, for, of, and, or, never, always",
  "should, can, cannot, with, on, before, after, if, needs?, requires?, only, instead",
);
const grammar = new RegExp(`(?:^|\\s)${grammarWords}(?=[\\s,.]|$)`, "i");
const keywords = oneOf(
  "const, let, var, function, import, export, return, def, class, public, private, static, async",
  "await, if, for, while, type, interface, func, fn, use, package, from, #include, @\\w+, SELECT",
  "INSERT, UPDATE, DELETE, CREATE",
);
const syntax = new RegExp(
  [
    `^(?:${keywords} ?.*[;{}=]$`,
    "[\\w.$[\\]]+ ?[-+*/|&]?= ?\\S.*;$",
    "[\\w.$]+\\((?:[^()]|\\([^()]*\\))*\\);?$",
    "[})\\];]+$)",
  ].join("|"),
);

/** Which kind of machine's text it is, if it is one. */
export function machineNoise(text: string): MachineNoise | undefined {
  if (isLog(text)) return "log";
  if (json.test(text)) return "data";
  if (boilerplate.some((each) => each.test(text))) return "boilerplate";
  return noWords(text);
}

/** A log line or a line of a stack trace, which may stand in the middle of prose. */
export function isLog(text: string): boolean {
  return log.some((each) => each.test(text)) || (message.test(text) && !explained.test(text));
}

/** Commands, code, places or ids with next to no words between them. */
function noWords(text: string): "code" | "data" | "location" | undefined {
  if (/^`[^`]*`[.:;]?$/.test(text) || syntax.test(text)) return "code";
  if (command.test(text) && !grammar.test(text)) return "code";
  if (countUnspaced(text) >= 4) return undefined;
  const tokens = text.split(" ");
  const count = (kind: RegExp) => tokens.filter((token) => kind.test(token)).length;
  if (2 * count(idLike) >= tokens.length) return "data";
  const words = count(word);
  if (count(place) > 0 && words - count(/^(?:and|or|see|in|also)$/i) < 2) return "location";
  return words < 2 && 3 * words < tokens.length ? "code" : undefined;
}
