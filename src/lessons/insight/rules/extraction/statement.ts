import { anyWord, oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { countUnspaced } from "../../../../reading/language/scripts.js";
import { countWords } from "../../../../reading/language/words.js";
import { categoryOf } from "./category-of.js";
import { speaksOfThisRun } from "./this-run.js";

/** Words in front that only join a statement to the text around it, or say what kind of remark it is. */
const joint = new RegExp(
  `^(?:${oneOf(
    "also, additionally, furthermore, moreover, besides, in addition, finally, lastly, more generally",
    "in general",
    "generally, generally speaking, as a rule, of course, indeed, remember, for the record, ausserdem",
    "außerdem, de plus",
    "además, кроме того",
  )}, ?|${oneOf(
    "for (?:next time|the (?:record|future)|later|(?:who|what)ever [^:]{1,30}), concretely, in short",
    "analysis, a, answer, rationale, learn(?:ed|t), lessons? learn(?:ed|t), right, true, general(?:ly)?",
    "in general, also, root cause, cause, reason, the reason, the (?:point|lesson) is",
    "(?:notes?|hints?|tips?)(?: (?:for|to|on) [^:]{1,40})?, explanation, background, why, context",
    "worth knowing, good to know, remember, fact, result, docs, tests",
  )} ?: ?)`,
  "iu",
);
/** A clause of five words or more that announces a statement: "One warning for the future: The …". */
const introduction = /^(?:[^\s:]+ ){4,15}[^\s:]+: (?=[\p{Lu}`])/u;
/** How grave a finding is. What follows speaks of the work at hand unless it gives a rule or a cause. */
const severity = new RegExp(
  `^[([]?${oneOf(
    "critical, high, medium, low, major, minor, blocker, blocking, info, nit(?:pick)?, trivial, severe",
    "serious",
    "must[- ]fix, should[- ]fix, p[0-4], sev(?:erity)?[- ]?\\d, bug, issue, problem, finding, risk, smell",
    "style",
  )}[)\\]]?(?: \\([^)]{0,30}\\))? ?[:–—-] ?`,
  "iu",
);
/** Fields of a report. What follows them describes the report. */
const field = new RegExp(
  `^(?:${oneOf(
    "claims?, refuted, confirmed, verified, rejected, accepted, verdict, decision, decided, scope",
    "method(?:ology)?",
    "purpose, target, duration, status, state, progress, branch, build, eta, next(?: steps?)?",
    "blocked(?: on| by)?",
    "blockers?, waiting(?: for| on)?, approach, option \\w+, alternative \\w+, plan, idea, proposal",
    "suggestion",
    "question, q, risk rating, rating, confidence, severity, priority, machine, hardware, runs, warm-up",
    "environment, version, date, author, reviewer, coder, planner, judge, auditor, rule \\d+, from, to",
    "subject, re, cc, result, results, summary, tl;?dr",
    "yesterday, today, tomorrow, done, todo, fixme, assigned to, assignee, owner, reporter, action, actions",
    "what went (?:well|badly|wrong), must fix, should fix, could fix, system, human, user, assistant, tool",
    "output",
    "input, command, step \\d+, test \\d+, case \\d+, expected, actual, observed, steps?, repro, before",
    "after",
    "nachtrag, frage, antwort, ergebnis, fazit, résultat, conclusion, pregunta, respuesta",
  )}|lines? \\d+(?:[-–]\\d+)?|l\\d+|\\d{1,2}:\\d\\d(?::\\d\\d)?) ?[:–—-] ?`,
  "iu",
);

/** What stood in front of a sentence: nothing of weight, the severity of a finding, or a report's field. */
export type Lead = "none" | "severity" | "field";

/** A sentence without the words in front that only join it to its surroundings. */
export function withoutLead(sentence: string): { readonly text: string; readonly lead: Lead } {
  const ungraded = sentence.replace(severity, "").replace(introduction, "");
  const joined = ungraded.replace(joint, "");
  const text = joined === sentence ? sentence : capitalised(joined);
  return { text, lead: field.test(ungraded) ? "field" : severity.test(sentence) ? "severity" : "none" };
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}(?=[\p{Ll}']*(?:\s|$))/u, (first) => first.toUpperCase());
}

/** A finding judged by itself. */
const judged = startingWith(
  "(?:false|true) positives?, confirmed, not reproducible, reproduced, valid, invalid, resolved, agreed",
  "disagreed",
  "duplicate, wontfix, won['’]t fix, by design, as designed, out of scope, not a (?:bug|problem|blocker)",
  "ready to",
);
/** The subject is missing: "Must be an ordering problem then", "Never got around to it". */
const headless = startingWith(
  "(?:must|should|shall)(?= be | have |n['’]t | work | use the | fix), will, would, could, can(?=not| |'t)",
  "might, may, needs?, has, have, had, is, isn['’]t, are",
  "was, were, does, doesn['’]t, did, didn['’]t, been, being, gets, got, seems, looks, sounds, feels, works",
  "fails",
  "passes, takes, makes, means, because, since(?! \\d), although, though, whereas, which, who, whose",
  "where, that",
  "than, or, nor, and, but, plus, minus, except, due to, not(?! every| all| only| each), same, ditto, more",
  "less",
  "handles, eliminates, uses, returns, stores, retrieves, iterates, creates, verifies, adds, avoids",
  "contains",
  "excludes, enables, provides, converts, parses, allows, prevents, ensures, keeps, removes, replaces",
  "introduces",
  "improves, reduces, follows, includes, implements, extracts, generates, validates, maintains, preserves",
  "defines",
  "simplifies, sets, gives, shows, wraps, appears, sends, rejects, accepts, exposes, requires, serves",
  "resumes",
  "good, proper, clean, single, minimal, missing, unused, silent, comprehensive, basic, sensible, optional",
  "extensive",
  "muss, müssen, sollte, kann, könnte, wird, ist, hat, war, doit, faut, peut, est, debe, puede, es, está",
  "deve, é",
  "too, still, already, just, only(?= \\w+(?:s|ed)\\b), falls, properly, correctly, almost, nearly",
  "as (?:above|below|expected)",
);
/** Always and never need an act behind them: "Always a pleasure", "Never mind", "Never loses anything". */
const idle = new RegExp(
  `^(?:always|never) (?:${oneOf(
    "an?, the, mind, again, got, ran, had, was, were, did, saw, made, went, came, fun, good, nice, worth",
    "available, there, been, more than, less than, before, after, on, in, at, happy, ready, true, \\p{L}+ed",
  )}\\b|\\p{L}+(?<!s|u|i)s\\b)`,
  "iu",
);
/** An account without its teller: "Checked against MySQL 8", "Removed the helper because it was unused". */
const account = startingWith(
  "added, removed, fixed, updated, checked, tested, verified, confirmed, refuted, reviewed, renamed, moved",
  "changed",
  "implemented, refactored, replaced, created, ran, wrote, found, approved, rejected, discussed, looked",
  "tried",
  "restarted, merged, deployed, skipped, finished, started, completed, agreed, decided, took, gave, went",
  "made",
  "noticed, saw, read, spent, waited, asked, told, talked, measured, introduced, deleted, cleaned, bumped",
  "ported",
);
const rule = anyWord("must, never, always, have to, has to, need to, needs to");
const modal = anyWord("must, shall, ha(?:s|ve) to, needs? to");
const verdicts = oneOf(
  "fail(?:ed)?, pass(?:ed)?, approved?, reject(?:ed)?, block(?:ed)?, nack, ack, lgtm, accept(?:ed)?",
);
const verdict = new RegExp(`^${verdicts}\\b ?(?:$|[(.:,;–—-]|with\\b)`, "iu");
const nothing = startingWith(
  "nothing(?: else)? (?:must|needs?|has|should|is|was|to)",
  "no (?:further |other |more )?(?:blockers?|objections?|comments?)",
  "no (?:\\w+[- ])?(?:must-fix|action) , none, n/a",
  "not (?:looked at|tested|checked|verified|reviewed|applicable)",
);
/** Work that somebody still has to do, once: "The docs must be updated." */
const chores = oneOf(
  "updated, added, fixed, changed, adapted, done, decided, rebased, merged, reviewed, removed, renamed, split",
  "discussed, addressed, resolved, improved, clarified, better, clearer, shorter, investigated, corrected",
  "cleaned, moved, replaced, refactored, documented, reworked, redone, finished, written, extended, deleted",
  "tested",
);
const choreEnd = oneOf(
  "up, too, as well, first, again, soon, here, there, some ?day, before (?:merging|release|the \\w+|we \\w+)",
);
const duty = oneOf("must, should, shall, needs? to, ha(?:s|ve) to, still needs? to, ought to");
const chore = new RegExp(`\\b${duty} (?:still |also |first )?be ${chores}(?: ${choreEnd})?[.!]?$`, "iu");
/** An act in the form in which it is demanded. */
export const imperative = startingWith(
  "use, prefer, keep, add, remove, wrap, mock, check, verify, run, set, track, pin, split, replace",
  "write, return, validate, put, store, treat, test, call, close, clean, limit, reuse, move, pass",
  "read, load, log, name, document, escape, sanitize, handle, assert, declare, define, delegate",
  "require, restrict, build, generate, dispose, default, consolidate, favor, favour, implement, follow",
  "leverage, create, configure, include, apply, start, stop, register, update, commit, batch, cache",
  "clear, retry, reset, fail, throw, catch, expose, export, import, extract, inject, lock, guard, null",
  "free, release, fetch, group, order, sort, parse, encode, hash, sign, rotate, review, only",
  "look, search, grep, distinguish, cancel, iterate, watch, beware, do, give, make, let, pick, choose",
  "stick, separate, isolate, bound, cap, bump, sweep",
);
/** A form of be, have or do, a modal, or a word in -s: the third person, or a plural with its verb. */
const verb = new RegExp(
  `\\b(?:${oneOf(
    "is, are, isn['’]t, aren['’]t, has, have, can, cannot, can['’]t, do, does, don['’]t, doesn['’]t, will",
    "won['’]t",
    "may, might, must, should, shall, never, always",
  )}|[a-z]{2,}(?<!s|u|i)s)\\b`,
  "iu",
);
const leastWords = 4;
/** A note without capital and full stop is a fragment when it is shorter: "flaky because of the clock". */
const leastWordsOfNote = 8;

/**
 * Whether a sentence of free prose is whole: it has a subject and a verb, or gives an order. Fragments,
 * verdicts, chores and introductions are not.
 */
export function isWhole(text: string): boolean {
  const plain = text.replace(/`[^`]*`/g, "X").trim();
  if (/[:：,;…]$/u.test(plain) || verdict.test(plain)) return false;
  if (nothing.test(plain) || judged.test(plain)) return false;
  if (headless.test(plain) || idle.test(plain)) return false;
  if (chore.test(plain) && !/^(?:if|when(?:ever)?|every|each|all|any)\b/iu.test(plain)) return false;
  if (account.test(plain) && !rule.test(plain)) return false;
  if (countUnspaced(plain) >= leastWords || !/^[\x20-\x7e‘’“”…–—]*$/u.test(plain)) return true;
  const unpunctuated = /^[a-z]+(?![\w./-])/.test(plain) && !/[.!]$/.test(plain);
  if (unpunctuated && countWords(plain) < leastWordsOfNote && !modal.test(plain)) return false;
  const rest = /^[\p{L}\p{N} ./_-]{1,30}: (\S.*)$/u.exec(plain)?.[1];
  if (rest !== undefined) return isWholeBehindLabel(rest);
  return verb.test(plain) || imperative.test(plain) || categoryOf(text) !== "observation";
}

/** "CI: Node 20 and 22, never 18" is a note; "MD5: never use it for passwords" is a rule. */
function isWholeBehindLabel(rest: string): boolean {
  const isNote = headless.test(rest) || idle.test(rest) || account.test(rest) || speaksOfThisRun(rest);
  return (
    !isNote && (/^(?:never|always)\b/iu.test(rest) || verb.test(rest.replace(/\b(?:never|always)\b/giu, "")))
  );
}
