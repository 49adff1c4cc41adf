import { oneOf } from "../../../../reading/language/patterns.js";

/** Talk about this run or to its reader, which has no use after the run. */
export type RunTalk = "addressed" | "greeting" | "narration" | "status" | "summary" | "todo";

const start = (source: string, flags = "iu") => new RegExp(`^${source}`, flags);

const hellos = oneOf(
  "hi, hello, hey, greetings, dear, good (?:morning|afternoon|evening|day), hallo, bonjour, hola",
  "привет, здравствуйте, 你好, 您好, こんにちは, مرحبا, नमस्ते",
);
const greeted = oneOf("there, team, all, everyone, everybody, folks, reviewers?, maintainers?, zusammen");
const thanks = oneOf(
  "thanks, thank you, many thanks, cheers, danke, merci, gracias, спасибо, 谢谢, ありがとう",
);
const openers = oneOf(
  "welcome (?:to|back), best regards, kind regards, sure, certainly, absolutely, of course, great",
  "perfect, excellent, awesome",
);
const opened = oneOf("i\\b, i['’], let, here, this, that, you, the, we, to\\b, thanks, work, job");
const greeting: readonly RegExp[] = [
  start(`${hellos}(?: ${greeted})?(?:[,!.，！。]|$)`),
  start(`${thanks}(?! to\\b)(?:[\\s,!.，！。]|$)`),
  start(`${openers}[\\s,!.:—-]+(?:$|${opened})`),
];

const checked = oneOf(
  "tests?, test suites?, suites?, builds?, checks?, ci, pipelines?, lint(?:er|ing)?",
  "type ?(?:check(?:s|ing)?|script), compilation, gates?, specs?, reviews?, deploy(?:ment|s)?",
  "migrations?, implementation, tasks?, phases?, subtasks?, work, everything, verification",
  "refactor(?:ing)?, fix(?:es)?, changes?, code, coverage, acceptance criteria, criteria",
  "requirements?, results?, status, acceptance criterion, criterion",
);
const auxiliary = oneOf(
  "is, are, was, were, has, have, had, been, be, now, all, still, already, successfully, fully, looks?",
  "seems?, also, just, not, yet, :",
);
const ended = oneOf(
  "pass(?:es|ed|ing)?, green, succeed(?:s|ed)?, success(?:ful)?, complete[ds]?, done, finished",
  "ok(?:ay)?, ready, working, works?, clean, merged, approved, fixed, fail(?:s|ed|ing)?, broken, red",
  "good, fine, met, correct, pending, in progress, resolved, unchanged, deployed",
);
/** What follows a status and makes a statement of it: "Tests pass locally but fail in CI". */
const conditions = oneOf(
  "when, if, because, but, only, unless, without, even, while, until, whenever, since, due, so",
  "despite, before, after",
);
const whichChecks = oneOf(
  "all, the, our, my, both, unit, integration, e2e, end-to-end, existing, new, relevant",
  "\\d+(?:/\\d+| of \\d+)?, every, each, remaining, other, of, full, local, final, current, overall",
);
const afterStatus = oneOf(
  "now, locally, again, successfully, cleanly, so far, already, as expected, (?:in|on) ci",
  "for (?:now|this|the|task|phase).{0,30}, with (?:no|zero|\\d+).{0,30}, \\(.{0,40}\\)",
  "and (?:ready|done|working|green|clean|passing|merged|verified|tested|all)\\b.{0,40}",
);
const oneWordStatus = oneOf(
  "done, fixed, completed?, finished, approved, merged, pushed, committed, lgtm, wip, in progress",
  "on it, will do, noted, acknowledged, understood, ok(?:ay)?, yes, no, none, n\\/a, ready, all good",
  "looks? good, verdict, ship it",
);
const afterOneWord = [
  "(?<=lgtm),",
  "[.!:](?: |$)",
  "$",
  " [–—-] ",
  " (?:to me|now|for now|overall|for (?:review|merge|now)|with (?:it|this))\\b",
].join("|");
const problems = oneOf(
  "issues?, findings?, problems?, concerns?, changes?, patterns?, insights?, lessons?, blockers?",
  "bugs?, errors?, vulnerabilities, regressions?, edits?, action",
);
const noProblem = oneOf(
  "found, remain(?:s|ing)?, needed, required, detected, identified, observed, left, report, open",
  "necessary, noticed, introduced, recorded, here, this (?:run|time|round), at this time, so far",
);
const kindsOfProblem = oneOf(
  "further, other, more, new, additional, critical, major, blocking, open, outstanding, obvious",
  "significant, security, remaining, or",
);
const bareProblems = oneOf(
  "issues?, findings?, problems?, concerns?, patterns?, insights?, lessons?, blockers?, bugs?",
  "regressions?",
);
const nothingMore = oneOf(
  "to (?:report|add|do|note|change|fix|flag|record)",
  "(?:was |has been )?(?:found|observed|noticed|recorded|changed), this (?:run|time|round), so far",
  "here",
);
const activities = oneOf("working, waiting, running, continuing, proceeding, starting, moving");
const status: readonly RegExp[] = [
  start(
    [
      `(?!.{0,200}\\b${conditions}\\b)(?:${whichChecks} )*${checked}(?: ${auxiliary}| ?:)* ?${ended}`,
      `(?: ${afterStatus})?(?:[.,!:;]|$)`,
    ].join(""),
    "i",
  ),
  start(`${oneWordStatus}(?:${afterOneWord})`, "i"),
  start(`(?:still |currently |now )?${activities} (?:on (?:it|this|the)|for|with|the|to)\\b.{0,60}$`, "i"),
  start(
    [
      `(?:there (?:are|were|is|was) )?(?:no|zero) (?:\\S+ ){0,4}?${problems}`,
      `(?: (?:were|was|are|is|have been|has been|to))? ${noProblem}\\b.{0,40}$`,
    ].join(""),
    "i",
  ),
  start(`(?:there (?:are|were) )?(?:no|zero) (?:${kindsOfProblem} )*${bareProblems}[.!]?$`, "i"),
  start(`nothing (?:new |else |further |more )?${nothingMore}\\b.{0,40}$`, "i"),
];

const made = oneOf(
  "add(?:s|ed), chang(?:es|ed), modif(?:ies|ied), remov(?:es|ed), fix(?:es|ed), updat(?:es|ed)",
  "introduc(?:es|ed), renam(?:es|ed), mov(?:es|ed), refactor(?:s|ed), implement(?:s|ed)",
  "contain(?:s|ed), touch(?:es|ed), delet(?:es|ed), replac(?:es|ed), looks?, was, were, found",
  "cover(?:s|ed), achieved, processed, correctly, properly, now, also, only",
  "is (?:good|fine|ok|small|ready|correct|clean|solid|well|safe|approved|acceptable|complete|in|minimal)",
  "seems?, appears?, addresses, addressed, does, did, has, had",
);
const transitions = oneOf(
  "so, and, then, now, next, first, second, finally, also, after that, before that, afterwards, lastly",
  "okay, ok, alright, well, here, below, instead, in summary, overall",
);
const narrators = oneOf(
  "i, i['’](?:ve|ll|m|d), let me, let['’]s, let us, we['’](?:ve|ll|re)",
  "we (?:will|are going|just|now|then|did)",
);
const weDid = oneOf(
  "added, changed, checked, fixed, found, implemented, looked, moved, ran, removed, renamed, reviewed",
  "saw, started, tested, tried, updated, verified, wrote, decided, created, finished, merged",
  "completed",
);
const whichWork = oneOf(
  "current, proposed, latest, last, new, whole, entire, above, following, updated, submitted, present",
);
const work = oneOf(
  "diffs?, prs?, pull requests?, patch(?:es)?, commits?, change(?:s|set)?, branch, hunks?, review",
  "report, session, run, audit, deliberation, verdict, submission, coder, author, implementer",
  "developer, auditor, judge, sentinel, implementation",
);
const leadIns = oneOf(
  "looking at, reading, checking, reviewing, inspecting, having (?:read|checked|reviewed|looked)",
  "upon (?:review|inspection), after (?:reading|reviewing|checking|looking|inspecting)",
  "based on (?:my|the|this) (?:review|analysis|diff|code), moving on, going (?:to|through), next up",
  "here (?:is|are|['’]s), below (?:is|are), as (?:requested|discussed|mentioned|noted|expected|seen)",
  "to summari[sz]e",
);
/** "In this review", "in the last session". */
const thisRun = [
  "in (?:this|the current|the last|the previous)",
  oneOf("session, run, review, diff, pr, pull request, commit, change, deliberation, turn"),
].join(" ");
const narrationElsewhere = oneOf(
  "ich (?:habe|werde|prüfe|schaue), j['’]ai(?= ), je vais(?= ), voy a(?= ), he (?:revisado|comprobado)",
  "я (?:проверил|посмотрел|буду), сейчас я, 我(?:检查|查看|已|将|会|先|现在|来), 让我, 接下来我, 确認しました, 確認します",
);
const narration: readonly RegExp[] = [
  start(`(?:${transitions}[, ]+){0,3}${narrators}\\s`),
  start(`(?:(?:then|now|next|first|finally|also|here|overall|in total|today),? )?we ${weDid}\\b`),
  start(`(?:the|this|that|my|our|your) (?:${whichWork} )?${work} ${made}\\b`),
  start(`(?:${leadIns}|${thisRun})\\b`),
  start(narrationElsewhere),
];

const unit = oneOf(
  "phases?, sprints?, sessions?, iterations?, rounds?, milestones?, steps?, stages?, waves?",
  "batch(?:es)?, tasks?, subtasks?, epics?, runs?, cycles?, part, story, ticket",
);
const closed = oneOf(
  "completed?, finished, done, started, failed, succeeded, passed, implemented, delivered, closed",
  "merged, approved, ended, took, involved, included, covered, was, were, had, has been, now, blocked",
  "skipped",
);
const counted = oneOf(
  "tasks?, subtasks?, files?, tests?, issues?, findings?, commits?, bugs?, errors?, warnings?, checks?",
  "agents?, phases?, items?, insertions?, deletions?, lines?",
);
const finishing = oneOf(
  "completed, finished, fixed, closed, implemented, reviewed, processed, changed, created, ran, added",
  "updated, merged",
);
const countedAs = oneOf(
  "changed, completed, fixed, passed, passing, pass, failed, failing, added, modified, updated",
  "reviewed, found, created, closed, remain(?:ing|ed)?, merged, skipped, executed, run",
);
const summary: readonly RegExp[] = [
  start(`${unit} #?[\\d.]+(?:[a-z]\\b)?(?: ?\\([^)]{0,60}\\))?(?: ?[:–—-])? ?(?:is |has )?${closed}\\b`, "i"),
  start(
    [
      "(?:session|run|phase|task|sprint|work|execution|review|audit|overall)",
      " (?:summary|recap|report|log|notes?|results?)\\b",
    ].join(""),
    "i",
  ),
  start(
    [
      `(?:successfully )?${finishing} (?:all )?(?:of )?(?:the )?\\d+(?: of \\d+| out of \\d+|/\\d+)?`,
      ` (?:\\w+ )?${counted}\\b`,
    ].join(""),
    "i",
  ),
  start(
    [
      "(?:a total of |in total,? )?\\d+(?:/\\d+| of \\d+| out of \\d+)? (?:\\w+ ){0,2}?",
      `${counted} (?:were |was |have been |are |got )?${countedAs}\\b`,
    ].join(""),
    "i",
  ),
  start(
    [
      "[\\w -]{2,40} (?:reported|ran|executed|completed|finished|fixed|closed|processed)",
      ` \\d+(?:/\\d+)? (?:\\w+ )?${counted}\\b`,
    ].join(""),
    "i",
  ),
];

const requests = oneOf(
  "let (?:me|us) know, feel free, do(?: not|n['’]t) hesitate, hope (?:this|that|it), i hope, happy to",
  "glad to, would you, could you, can you, shall i, should i, do you, did you, are you",
);
const pleas = oneOf(
  "confirm, advise, find, see, approve, provide, share, take a look, merge, wait, respond, reply, tell",
  "have a look, proceed",
);
const pointers = oneOf(
  "above, below, attached, https?:, [\\w.-]*\\/, full, details, documentation, docs?\\b",
);
const wishing = "(?: (?:want|need|would like|prefer)|['’]d like)";
const addressed: readonly RegExp[] = [
  start(`(?:(?:please|kindly|just|so|and|but) )?${requests}\\b`),
  start(`(?:please|kindly) ${pleas}\\b`),
  start(`if (?:you|there are|anything)${wishing} (?:me|us|to (?:proceed|continue|discuss))`),
  start("if you have (?:any )?(?:questions|feedback|concerns)"),
  /\b(?:let me know|feel free to (?:ask|reach|contact))\b/iu,
  start("you can (?:now|find|see|view|check|review)\\b"),
  start("as you (?:can see|requested|asked|know|mentioned)\\b"),
  start(`(?:see|refer to|check out) (?:also |the )?${pointers}`),
];

const openWork = oneOf(
  "to ?-?do, next steps?, remaining(?: work| tasks?)?, follow-?ups?",
  "open (?:questions?|points?|items?), still to do, left to do, action items?, blockers?",
);
const needed = oneOf(
  "still (?:need|have|needs|to), (?:we|it) still needs?",
  "need to (?:check|look|investigate|find out|verify|ask), remains to be",
  "to be (?:done|decided|determined|discussed)",
);
const todo: readonly RegExp[] = [
  /^(?:TODO|FIXME|XXX|HACK|WIP|TBD)\b ?(?:\([^)]{0,40}\) ?)?[:–—-]/,
  start(`${openWork} ?[:–—-]`, "i"),
  start(`${needed}\\b`, "i"),
];

const kinds: readonly (readonly [RunTalk, readonly RegExp[]])[] = [
  ["greeting", greeting],
  ["addressed", addressed],
  ["todo", todo],
  ["summary", summary],
  ["status", status],
  ["narration", narration],
];

/** Which kind of talk about the run it is, if it is one. */
export function runTalkIn(text: string): RunTalk | undefined {
  return kinds.find(([, forms]) => forms.some((form) => form.test(text)))?.[0];
}
