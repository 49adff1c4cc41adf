import { anyWord, oneOf, startingWith } from "../../../language/patterns.js";
import { categoryOf } from "./category-of.js";

/** Speaks of something outside the sentence. */
const bound = startingWith(
  "overall, in (?:short|summary|general|total), this, that, these, those, it, they, he, she, here",
  "both, such, same, which, and, but, or, also, above, below, then",
  "there(?! (?:is|are) (?:no|only)\\b)(?!['’]s no\\b), another, one, its, their, his, her, my, your",
);
/** Speaks of this very text or change. */
const thisWork = oneOf(
  "pr, diff, change, commit, patch, line, branch, file, function, run, session, review, task, case, finding",
  "test, code, one",
);
const local = anyWord(
  `lines? \\d+, this ${thisWork}, (?:in|at|on) (?:this|the) (?:pr|diff|patch|hunk|commit), right here`,
  "(?:see|as) (?:above|below), the (?:diff|patch|hunk|pr|pull request), (?:phase|task) [\\d.]+",
);
const place = /[\w/-]+\.[a-z]{1,5}:\d+/iu;
const past = anyWord(
  "was, were, did, didn['’]t, had, has been, have been, found, failed, crashed, broke, caused, led",
  "resulted, showed, reported, added, changed, fixed, passed, removed, wrote, ran, used, missed",
  "caught",
);
const condition = anyWord(
  "when(?:ever)?, if, unless, until, before, after, while, without, during, on every, in every",
  "for (?:each|every|all), as soon as, otherwise, once, wherever, instead of, rather than, not, never",
  "only, every, each, all, any, \\w+n['’]t",
);
const behaviour = anyWord(
  "returns?, needs?, requires?, throws?, fails?, breaks?, leaks?, expects?, supports?, ignores?",
  "rejects?, accepts?, resolves?, produces?, creates?, uses, works?, matters?, depends?, blocks?",
  "loads?, runs?, caches, retries, swallows?, hides?, prevents?, allows?, enforces?, provides?",
  "ensures?, converts?, drops?, keeps?, overrides?, erases?, treats?, assumes?, catch(?:es)?, misses",
  "lacks?, takes?, makes?, gives?, gets?, adds?, reads?, writes?, sends?, waits?, saves?, costs?",
  "wastes?, reduces?, increases?, improves?, outlives?, exceeds?, contains?, includes?, means?",
  "becomes?, stays?, remains?, belongs?, tends?, hangs?, races?, crash(?:es)?, bypass(?:es)?",
  "corrupts?, exposes?, is, are, has, have, can, cannot, can['’]t, does(?:n['’]t| not)",
  "do(?:n['’]t| not), isn['’]t, aren['’]t, will, may, might, use, changes?, shows?, shares?, wins?",
  "renders?, holds?, goes, go, comes?, hurts?, helps?, serves?, lives?, starts?, ends?, lets?, clears?",
  "stops?, follows?, trips?, triggers?, invites?, masks?, doubles?, delays?, slows?, differs?, drifts?",
  "diverges?",
);
/** "When a lock is stale, …", "For downloads: …", "No SQL in views". */
const general = startingWith(
  "if, when(?:ever)?, without, unless, once, after, before, for, in, on, during, to, no, any, every",
  "each, all, most",
);
/** A subject with an article is a thing of this code; without one it is every thing of its kind. */
const definite = startingWith("the, our, my, your, his, her, its, their, we, you");
const degrees = oneOf("an?, very, quite, overall, generally, really, pretty, all, already");
const praises = oneOf(
  "good, great, fine, clean, solid, well, correct, reasonable, acceptable, ok, okay, nice, sound",
  "straightforward, readable, clear, complete, consistent, safe, sensible, minimal, small",
);
const praise = anyWord(`(?:looks?|seems?|appears?|is|are) (?:${degrees} )*${praises}`);
const imperative = startingWith(
  "use, prefer, keep, add, remove, wrap, mock, check, verify, run, set, track, pin, split, replace",
  "write, return, validate, put, store, treat, test, call, close, clean, limit, reuse, move, pass",
  "read, load, log, name, document, escape, sanitize, handle, assert, declare, define, delegate",
  "require, restrict, build, generate, dispose, default, consolidate, favor, favour, implement, follow",
  "leverage, create, configure, include, apply, start, stop, register, update, commit, batch, cache",
  "clear, retry, reset, fail, throw, catch, expose, export, import, extract, inject, lock, guard, null",
  "free, release, fetch, group, order, sort, parse, encode, hash, sign, rotate, review, only, consider",
  "look, search, grep, distinguish, cancel, iterate, watch, beware, do, give, make, let, pick, choose",
  "stick, separate, isolate, bound, cap, bump, sweep",
);
const purpose = anyWord("to, for, in, over, from, with, that");

/**
 * Whether a sentence of free prose states something that holds beyond this run: a rule, a cause, or how
 * something behaves. In doubt no. Free prose is mostly narration, and what is noticed again will be said
 * again.
 */
export function isReusable(sentence: string): boolean {
  const plain = sentence.replace(/`[^`]*`/g, "x");
  if (bound.test(plain) || local.test(plain) || place.test(plain)) return false;
  const reported = past.test(plain) && (definite.test(plain) || !condition.test(plain));
  if (categoryOf(sentence) !== "observation") return !(reported && categoryOf(sentence) === "causal");
  if (praise.test(plain) || reported) return false;
  if (imperative.test(plain)) return condition.test(plain) || purpose.test(plain);
  if (general.test(plain)) return true;
  return behaviour.test(plain) && (!definite.test(plain) || condition.test(plain));
}

/** Whether a sentence begins as an instruction does. */
export function isImperative(sentence: string): boolean {
  return imperative.test(sentence);
}
