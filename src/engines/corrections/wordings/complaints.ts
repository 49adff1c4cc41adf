import { oneOf } from "../../../reading/language/patterns.js";
import { hadToUndo } from "../implied-rule.js";
import { extra, onScreen, work, written } from "../words.js";
import { question, re, type Wording } from "./wording.js";

/*
 * What a person finds wrong with the way an agent works, of which the rule is the opposite. One thing that
 * went wrong is no habit: a complaint counts when it speaks of a way of working, of a repetition, or of
 * something that agents do unasked.
 */

const agent = "(?:you|claude(?: \\(you\\))?)";
const seen = [
  "(?:[^,.?]{0,20}, )?(?:i(?:'ve| have)? (?:notice|noticed|observed?|see|seen|feel like|find)(?: that)? ",
  "|from what i(?:'ve| have)? (?:seen|observed)(?: so far)?,? |it (?:seems|looks) (?:like|to me) )?",
].join("");
const habit = [
  "(?:(?:really |generally |often )?tends? to|(?:have|has) (?:a|the|this|an annoying) (?:habit|tendency)",
  "|likes? to",
  "|loves? (?:to|\\w+ing\\b)|(?:seems?|appears?) to (?:always |really |often )?(?:like|love|prefer|enjoy",
  "|think|favou?r)",
  "|(?:often|usually|constantly|regularly|generally|always|sometimes) (?!get|see|need|have|want|can|know",
  "|hear)",
  "|(?:'re|are) (?:constantly|always|forever) )",
].join("");
const times = "(?:a couple of|several|many|multiple|countless|two|three|four|five|\\d+) times|twice";
const nth = "(?:second|third|fourth|fifth|sixth|\\d+(?:nd|rd|th)|umpteenth)";
const tooMuch = oneOf(
  "quick, eager, fast, hasty, cautious, verbose, aggressive, optimistic, wordy, chatty, trusting",
  "confident, defensive, clever, pessimistic, polite, generous, keen",
);

/** Participles of what an agent does. */
const done = oneOf(
  "asked, used, run, checked, looked, written, followed, tested, read, added, updated, committed, pushed",
  "waited, started, kept, put, done, verified, searched, reused, stopped, created, made, split",
  "force[- ]?pushed, installed, edited, touched, changed, deleted, removed, built, formatted, linted",
  "bumped, merged, mocked, reproduced, measured, opened, stayed, left, gone, renamed, refactored",
  "rewritten, regenerated, noticed",
);
const toDo = oneOf(
  "ask, use, run, check, look, write, follow, test, read, add, update, commit, push, wait, start, keep",
  "put, do, verify, search, reuse, stop, create, make, split, install, edit, touch, change, delete, remove",
  "build, format, bump, merge, mock, reproduce, stay, leave, rename, refactor, rewrite, regenerate, be",
  "only",
);
const undid = [
  "(?:removed?|deleted?|revert(?:ed)?|undo|undid|undone|took out|take out|rolled back|roll back|drop",
  "(?:ped)?|cleaned",
  "(?: up)?|clean up|threw (?:away|out)|throw away|put back|restored?|stripped|got rid of|get rid of|reset",
  "|backed out|squashed|ripped out)",
].join("");
const byYou = `you(?:'d| had| have|'ve)? (?:\\w+ly )?${oneOf(
  "added, put, generated, created, left, wrote, made, stripped, introduced, committed, removed",
)}`;

export const complaints: readonly Wording[] = [
  {
    kind: "correction",
    because: "objects to a habit of the agent",
    goesOn: true,
    evenAsked: true,
    evenOnce: true,
    says: [
      re(`^${seen}${agent} ?${habit}.{8,}`),
      re(
        `^${seen}${agent} \\w+\\b.{4,60}\\b(?:most|half|all) of the time\\b|^(?:most|half) of the time`,
        ` ${agent} \\w+.{8,}`,
      ),
      re(
        `\\bfrom what i(?:'ve| have)? (?:seen|observed)(?: so far)?,? ${agent} (?!are|'re|can|could`,
        `|should|might|need)\\w+ .{8,}`,
      ),
      re(
        "^i(?:'ve| have)? (?:notice|noticed|feel like|get the feeling(?: that)?|have the impression(?:",
        " that)?)",
        `(?: that)? ${agent} (?!are|'re|can|could|should|might|need)\\w+ .{8,}`,
      ),
      re(
        `\\b(?:this|that)(?:'s| is)(?: now| already)? the ${nth} time(?: \\w+)? you(?:'ve| have)? \\w+.{8,}`,
      ),
      re(
        `\\b${agent}(?:'ve| have) (?:now |already )?(?!mentioned|seen|asked|shown|suggested)`,
        `(?:\\w{2,}(?:ed|en|own|ung)|broke|made|put|left|lost|cut|done)\\b.{6,80}\\b(?:${times})\\b`,
      ),
      re(`^why (?:do|are|did) you (?:always|keep|constantly|never|insist on|keep on)\\b.{8,}`),
      re(`^you(?:'re| are) (?:being )?(?:way |far |much |a bit |a little )*(?:too|so) ${tooMuch}\\b.{6,}`),
      re("^you (?:jump|rush) (?:to|into)\\b.{8,}|^your (?:first )?(?:instinct|reflex|default) is\\b.{8,}"),
      re("^every (?:single )?time i (?:ask|tell|want|request)\\b.{4,}\\b(?:i get|you)\\b.{6,}"),
      re("^stop being so \\w+\\b.{8,}"),
    ],
    unless: [
      onScreen,
      re(
        "\\byou (?:seem|tend|appear) to (?:be|have)\\b|\\bwhat (?:does|is|do)\\b|\\bcan you (?:check",
        "|look)\\b",
      ),
      /,\s*(?:why|what|how|is|does|do|can|could)\b[^?]*\?\s*$/iu,
    ],
  },
  {
    kind: "correction",
    because: hadToUndo,
    goesOn: true,
    evenOnce: true,
    says: [
      re(
        `^(?:i(?:'ve| have)? (?:just |also |now |again )*(?:had to )?|had to |just`,
        ` )?${undid}\\b[^?]{0,40}\\b`,
        `(?:${extra})(?![\\w-])[^.?]{0,40}\\b(?:${byYou}|again\\b|nobody|no one|we (?:don't|never|keep)`,
        "|(?:please )?(?:don't|do not|leave|stop|keep)|(?:those|these|they|it) (?:are|is|must|should",
        "|belong)|without asking)",
      ),
      re(
        `^(?:i(?:'ve| have)? (?:just |also )*(?:had to )?|had to |just )?${undid} your (?:\\w+ ){0,2}`,
        `(?:${extra}|changes? to)(?: changes?)?\\b`,
        "[^.?]{0,40}(?:\\bagain\\b|, (?!what|why|how|does|is|can|now|start|go|try|so)\\w+).*",
      ),
      re(
        `^(?:i(?:'ve| have)? )(?:just |also )*(?:had to )?${undid} the (?:new |extra )(?:\\w+ )?`,
        `(?:${extra})\\b.*`,
      ),
      re(
        `^i(?:'ve| have)? (?:had to )?(?:removed?|deleted?|took|drop|dropped) (?:the |all |those )*`,
        `(?:emojis?`,
        "|co-?author\\S*(?: lines?)?|attributions?|ai \\w+)\\b.{0,20}\\b(?:from|in|of|again)\\b.*",
      ),
      re(
        `^i(?:'ve| have)? (?:had to )?(?:changed?|rewrote|rewrite|reworded?|shortened?|edited?|squashed?`,
        `|fixed) your `,
        `(?:${written}|comments|tests?)\\b.{4,}`,
      ),
      re(
        "^i(?:'ve| have)? (?:had to )?(?:renamed?|moved?|put|reformatted)\\b.{4,70}\\b",
        "(?:like (?:the|all the) (?:others?|rest)|where we (?:keep|have|put|want)|as (?:everywhere else",
        "|usual|always)).*",
      ),
      re(`^i (?:had to )?reset\\b.{2,30}\\bbecause you\\b.{6,}`),
    ],
    unless: [
      question,
      onScreen,
      /\b(?:still fails?|try again|once more|start from there|so you can|go on)\b/iu,
    ],
  },
  {
    kind: "correction",
    because: "says what the agent should have done",
    goesOn: true,
    evenOnce: true,
    says: [
      re(
        `^you (?:really |probably )?(?:should|could|ought to|must)(?:n't| not)?(?:'ve| have) (?:just |at`,
        ` least |first |also |only `,
        `|simply |really )*${done}\\b.{6,}`,
      ),
      re(
        `^you (?:should|could)(?:n't| not)?(?:'ve| have) (?:force[- ]?pushed|guessed|assumed|pushed`,
        `|asked)\\b.*`,
      ),
      re(
        `^you (?:were|are|weren't|were not) (?:supposed|meant|told|asked|expected) (?:not )?to`,
        ` ${toDo}\\b.{6,}`,
      ),
      re(
        `^(?:i|we) (?:would have )?expect(?:ed)? (?:you to ${toDo}\\b.{6,}|(?:a |some )?(?:tests?|specs?`,
        `|docs)\\b.*)`,
      ),
      re(
        `^you (?:didn't|did not|don't) (?:have|need) to ${toDo}\\b.{8,}|^you needed to`,
        ` ${toDo}\\b.{6,60},.{6,}`,
      ),
      re(
        `^(?:i|we) (?:didn't|did not|never) (?:ask|tell) you to ${toDo}\\b.*`,
        `|^(?:i|we|nobody|no one) (?:didn't ask|never asked|asked|did not ask)(?: you)? for (?:\\w+`,
        ` ){0,2}${extra}\\b.*`,
      ),
      re(`^there was no (?:need|reason) (?:to ${toDo}|for)\\b(?=.*(?:\\b${extra}|${work})).{6,}`),
      re(
        "^(?:this|that|these|those|it) should(?:'ve| have) been (?:(?:an? |its |their |in )?(?:separate",
        "|own|single|one|two|three",
        "|different|small\\w*) (?:commits?|prs?|branch(?:es)?|changes?|pull requests?)|caught by\\b.{4,})",
      ),
      re(`^why didn't you (?:just |simply )?${toDo}\\b[^?]{4,60}\\? (?=\\S)`),
      re(
        "^you (?:went ahead and|just|simply) \\w+\\b.{0,60}\\bwithout (?:asking|checking|telling|running",
        "|testing|reading",
        "|looking)\\b",
      ),
    ],
    unless: [
      question,
      onScreen,
      re("\\b(?:here|there(?! was no)|lines? \\d+|the (?:second|first|last|same|wrong))\\b|\\bwould you\\b"),
      re(
        `^(?!.*(?:${work}|\\b(?:asking|asked|ask|before|first|instead|guess\\w*|rewrit\\w+|refactor\\w*`,
        `|force`,
        "|style|existing)\\b)).*$",
      ),
    ],
  },
  {
    kind: "correction",
    because: "says that it is too much",
    says: [
      re(
        "\\b(?:don't|do not) (?:need|have) to (?:say|repeat|mention|explain|state|write|call|run",
        "|summari[sz]e|ask|tell",
        "|list|test|comment|document|check)\\b.{0,60}\\b(?:(?:quite )?(?:so|that) (?:many times|often",
        "|much)|every",
        "(?: single)?|each|all the time|again and again|over and over|everything|the obvious)\\b",
      ),
      re(
        "^(?:there(?:'s| is) )?no need to (?:explain|repeat|summari[sz]e|apologi[sz]e|recap|narrate",
        "|comment|ask me|ask)",
        "\\b(?:.{0,50}\\b(?:every|each|everything|all|the obvious|what you|yourself)\\b.*|$)",
      ),
      re(
        "^(?:please )?(?:write |use |make |do |add |i want |i'd like |prefer )*(?:fewer|less|smaller",
        "|shorter|simpler) ",
        `(?:text in|prose|words|${written}|comments|functions|commits|prs|tests|abstractions?|mocks`,
        `|docstrings`,
        "|(?:answers|explanations|summaries|plans|replies))\\b.*",
      ),
      re(
        "^(?:that(?:'s| is|s)|this is|these are|you (?:write|add|make|create|use)|there are)? ?(?:way ",
        "|far |much )*too ",
        "(?:many|much) (?:\\w+ )?(?:tests|comments|abstractions?|ceremony|boilerplate|mocks|helpers?(?:",
        " functions)?|wrappers?",
        "|docstrings|layers|prose|indirection|logging)\\b(?! in (?:the|this|that)\\b).*",
      ),
      re(
        "^not every (?:\\w+ )?(?:function|class|method|file|test|line|change|commit|pr|variable|module",
        "|type) needs\\b.{4,}",
      ),
      re(
        "^spare me (?:the|your|all)\\b.{4,}|^(?:please )?(?:don't|do not) over-?(?:explain|engineer",
        "|abstract|comment)\\b.*",
      ),
      re(
        "^you(?:'re| are) over-?(?:doing|engineering|explaining|complicating|commenting)\\b.{0,12}\\b",
        "(?:with|your|the|every)\\b.{4,}",
      ),
      re(
        "^one (?:test|assertion|commit|comment|example) (?:per|for each) .{3,40}\\bis (?:enough|plenty",
        "|fine)\\b",
      ),
      re("\\b(?:only|just) comment (?:what|the|on what|where|non-?obvious)\\b.{4,}"),
      re(
        "^i (?:don't|do not) need an? (?:plan|summary|explanation|recap|essay|report|lecture|list) (?:for",
        "|of|every|each|when|after)\\b.{4,}",
      ),
    ],
    unless: [
      question,
      onScreen,
      re("\\b(?:in (?:this|that) file|in here|for (?:this|that|it)\\b|now$|right now|here$|the fallback)"),
    ],
  },
];
