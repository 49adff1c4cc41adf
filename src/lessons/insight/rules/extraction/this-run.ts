import { anyWord, oneOf, startingWith } from "../../../../reading/language/patterns.js";

/**
 * Marks of a sentence that speaks to or of the people and the hour of one run. What holds beyond the run
 * needs none of them.
 */
const speaker = new RegExp(
  `(?<![\\p{L}\\p{N}_])${oneOf(
    "I(?=[ ,'’]), me, my, mine, myself, he, him, his, she, her, hers, imo, imho, afaik, afaict, iirc",
    "ich, mir, mich, mein\\p{L}*, du(?= \\p{L}+st\\b), dir, dich, dein\\p{L}*, bitte",
    "je, j['’]\\p{L}+, moi, mon, ma, tu, toi, ton, vous, votre, s['’]il",
    "yo, mi, mí, tú, te, usted, ustedes, eu, meu, minha, você",
    "я, мне, мой, моя, ты, вы, вам, пожалуйста",
  )}(?![\\p{L}\\p{N}_])`,
  "iu",
);
const unspacedSpeaker = /我(?!们)|你|您|请|私|僕|ください|下さい|お願い|ました[。！]?$|제가|저는|주세요/u;

const days = oneOf(
  "mon(?:day)?, tue(?:s(?:day)?)?, wed(?:nesday)?, thu(?:rs(?:day)?)?, fri(?:day)?, sat(?:urday)?",
  "sun(?:day)?",
  "montag, dienstag, mittwoch, donnerstag, freitag, lundi, mardi, mercredi, jeudi, vendredi",
  "lunes, martes, miércoles, jueves, viernes, понедельник\\p{L}*, пятниц\\p{L}*",
);
const hour = new RegExp(
  `(?<![\\p{L}\\p{N}_])${oneOf(
    "today, tomorrow, yesterday, tonight, this (?:morning|afternoon|evening|week|month|sprint|time)",
    "(?:last|next) (?:night|week|month|sprint|time|release|round|session|audit|review|meeting|iteration)",
    `(?:by|until|till|before|on|this|next|last|bis|am|avant|pour|el|para el|до|в) ${days}`,
    "(?:by|until|at|around) (?:noon|lunch), (?:at|before|after) \\d{1,2}(?::\\d\\d)?(?=[.!]?$)",
    "(?:by|until) \\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?(?=[.,]|$), eta, asap",
    "right now, at the moment, for now, so far, some ?day, later on, in a (?:minute|moment|second|bit)",
    "(?:before|for|after) (?:the|this|next) (?:release|demo|merge|meeting|deadline|weekend|holidays)",
    "(?:took|takes?) (?:me|us)",
    "heute, morgen, gestern, aujourd['’]hui, demain, hier, avant midi, hoy, ayer, сегодня, завтра, вчера",
  )}(?![\\p{L}\\p{N}_])`,
  "iu",
);
const unspacedHour = /今天|明天|昨天|周[一二三四五六日]|星期|今日|明日|昨日|来週|오늘|내일|어제/u;

const people = oneOf(
  "authors?, reviewers?, judge, auditors?, sentinel, inspector, validator, coder, developers?, implementer",
  "planner",
  "submitter, contributor, architect, colleague, assignee, owner, designer, manager",
);
/** Somebody of the run, or of the company, as the one who acts. */
const actor = startingWith(
  `(?:the|this|our) ${people}, the (?:\\w+ ){0,2}teams?, someone, somebody, nobody, everyone, everybody`,
  `please`,
  "(?:ops|qa|legal|marketing|support|people)(?= (?:must|ha(?:s|ve)|needs?|should|will|can|want)), kindly",
  "bitte",
);
/** What another text says is not said by this one: "Rule 4 says", "The README of the package states". */
const hearsay = new RegExp(
  [
    "^(?:\\S+ ){1,6}(?:(?:says?|said)\\b",
    '(?:states?|stated|claims?|claimed|mentions?|mentioned|wrote) (?:that\\b|["“]))',
  ].join("|"),
  "iu",
);
/** "@alice", but not "@Test" or "@types/node". */
const mention =
  /(?:^|[\s(])@[\p{Ll}\p{N}][\p{L}\p{N}_-]*(?![\p{L}\p{N}/_-]|\()|^(?:[Cc][Cc]|FYI|PS|P\.S\.)\b|\bping me\b/u;
const emoticon = /(?:^|\s)[:;]-?[)(DPp](?=\s|$)|[😀-🙏🎉👍👎🙌]/u;
const chat = anyWord(
  "lol, brb, pls, plz, thx, btw, tbh, haha, yay, oops, sorry, congrats, cheers, kudos, hooray, idk, wtf, ha",
);

/** "You must split it", "your patch"; but not "When you set a path, it wins" or "classes you instantiate". */
const you = new RegExp(
  `\\b(?:you['’](?:re|ve|ll|d)|you ${oneOf(
    "must, should, shall, have, need, can, could, may, might, will, would, forgot, missed, never, always",
    "are, were",
    "did, didn['’]t, do, don['’]t, want, also, seem, use, used, added, changed, wrote, said, mentioned",
    "asked",
  )}|your ${oneOf(
    "code, prs?, pull request, branch, changes?, comments?, questions?, approach, patch, diff, commits?",
    "fix, review",
    "tests?, answers?, message, work, concerns?, points?, suggestions?, description, version, side, opinion",
  )})\\b`,
  "iu",
);
const anybody = startingWith(
  "if, when(?:ever)?, before, after, unless, once, while, to, without, until, never, always, use",
);

/** What "we" are about to do with a thing named before: "we must relax it". */
const intentions = oneOf("must, should, have to, need to, ought to, will, shall, can, could, might");
const intention = new RegExp(
  [
    "^(?:\\S+,? ){0,3}we (?:must|should|have to|need to|ought to|will|shall)(?! (?:never|not)\\b)\\b",
    `\\bwe(?:['’]ll| ${intentions})(?: \\w+){1,4}? (?:it|this|that|them)\\b[.!]?$`,
  ].join("|"),
  "iu",
);

/** Thinking aloud. */
const musing = startingWith(
  "hm+, hmm+, ok(?:ay)?, ah, oh, aha, wait, so(?= (?!far)), yes, yep, yeah, no(?=[,;]), nope, well(?=,)",
  "anyway, actually",
  "basically, honestly, interesting(?:ly)?, maybe, perhaps, probably, possibly, presumably, apparently",
  "personally, hopefully, unfortunately, luckily, admittedly, surely, clearly(?=,), obviously, frankly",
  "again(?=,)",
  "vielleicht, also(?= (?:ich|wir)), peut-être, quizás, возможно, 也许, 可能, たぶん",
);
const doubt = anyWord(
  "not sure, unsure, no idea, could be that, might be that, it seems, seems like, looks like, sounds like",
  "i (?:think|guess|believe|assume|suspect), wonder, whether (?:that|this|it) is, if that is, or not, maybe",
  "presumably, perhaps, unclear (?:whether|if|why|what|to), could not be verified, cannot be verified",
  "not verified yet, to be decided",
  "grain of salt, matter of taste, take it or leave it, up to (?:you|the), nice to have, not blocking",
);

/** Orders to whoever reads the text, as planted texts give them. */
const planted = new RegExp(
  oneOf(
    "(?:ignore|disregard|forget|override) (?:\\w+ ){0,3}(?:instructions?|prompts?|rules|role|directives)",
    "from now on, you are now, (?:system|assistant|human|user) ?: , \\[/?inst\\], <\\|\\w+",
    "(?:mention|tell|reveal|show|report) (?:this|that|it|anything) to (?:the|a) (?:user|human|person|owner)",
    "approve (?:all|every|any|everything|prs?|pull requests?|changes?|them)\\b",
    "(?:ignoriere|vergiss) (?:\\p{L}+ ){0,3}(?:anweisungen|regeln)",
    "ignore[zr]? (?:\\p{L}+ ){0,3}(?:consignes|instrucciones)",
    "(?:忽略|无视|無視)\\p{L}{0,8}(?:指令|指示|说明|命令)",
  ),
  "iu",
);

const marks = [
  speaker,
  unspacedSpeaker,
  hour,
  unspacedHour,
  actor,
  hearsay,
  mention,
  chat,
  emoticon,
  musing,
  intention,
  doubt,
  planted,
];

/** Whether a sentence is bound to the people, the hour or the doubts of one run, its code aside. */
export function speaksOfThisRun(sentence: string): boolean {
  const plain = sentence.replace(/`[^`]*`/g, "x");
  return marks.some((mark) => mark.test(plain)) || (you.test(plain) && !anybody.test(plain));
}
