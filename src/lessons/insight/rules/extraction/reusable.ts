import { anyWord, oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { countUnspaced } from "../../../../reading/language/scripts.js";
import { countWords } from "../../../../reading/language/words.js";
import { categoryOf } from "./category-of.js";
import { imperative, isWhole, type Lead } from "./statement.js";
import { speaksOfThisRun } from "./this-run.js";

/** The project at hand, of which other runs know too. */
const project = oneOf(
  "services?, code ?bases?, projects?, repo(?:sitor(?:y|ies))?, packages?, librar(?:y|ies), apps?, applications?",
  "systems?, products?, apis?, cli, servers?, backends?, frontends?, platforms?, frameworks?, databases?",
  "clusters?, pipelines?, workspaces?, monorepo, teams?, organi[sz]ation, compan(?:y|ies)",
);
/** Speaks of something outside the sentence. */
const bound = startingWith(
  "overall, in (?:short|summary|total), it, they, he, she, here, both, such, same, which, and, but, or, also",
  `(?:this|that|these|those)(?! ${project}\\b), above, below, then`,
  "there(?! (?:is|are) (?:no|only)\\b)(?!['’]s no\\b), another, one(?! of), its, their, his, her, my, your",
  "the (?:first|second|third|fourth|last|former|latter|other|others|rest|same|above|following|next|previous)",
  "that['’]?s",
  "the (?:numbers?|figures?|fix|problem|question|answer|idea|plan|point) (?:is|are|was)",
  "the (?:reason|cause|result|conclusion) (?:is|are|was)",
);
/** Behind these, "this" is what the sentence spoke of before. */
const continued = oneOf(
  "is, are, can, cannot, will, must, should, has, have, does, do, may, means, makes, causes, leads",
);
/** Speaks of this very text or change. */
const local = anyWord(
  `lines? \\d+, th(?:is|ese) (?!${project}\\b|way\\b|${continued}\\b)[a-z]+, right here`,
  "(?:in|at|on) (?:this|the) (?:pr|diff|patch|hunk|commit|branch), on main, at head",
  "(?:see|as) (?:above|below), the (?:diff|patch|hunk|pr|pull request)",
  "(?:phase|task|step|option) [\\dA-C](?:\\.\\d+)*",
  "(?:be|been|to) merged?, ready (?:to|for), merge this, this (?:must|should|has|needs)",
  "(?:issues|points|comments) above",
  "here(?=[.!]?$| as well| too| again), again(?=[.!]?$), (?:is|are) unrelated",
  "do(?:es)?(?: not|n['’]t)? do so, (?:first|second|other) one",
);
const place = /[\w/-]+\.[a-z]{1,5}:\d+/iu;
/** An id of this run's findings, which is not the name of a thing. */
const findingId = /\b(?!S3|V8|H2|D3|R2|K8|P5|P9|C4|E2|F5|M1|M2|M3|G1|B2|UTF|TLS|IPv|L[1-7])[A-Z]\d{1,2}\b/u;
const past = anyWord(
  "was, were, did, didn['’]t, had, has been, have been, found, failed, crashed, broke, caused, led",
  "resulted, showed, reported, added, changed, fixed, passed, removed, wrote, ran, used, missed",
  "caught, took, got, went, came, saw, made, gave, told, began, hung, lost, meant, sent, thought, knew",
  "restarted, discussed, agreed, decided, looked, tried, wanted, hoped, asked, answered, forgot, turned",
  "must have (?:been|had|taken|got|gone|come|\\w+ed|\\w+en)",
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
/** When something behaves as it does. */
const circumstance = anyWord(
  "when(?:ever)?, if, unless, until, without, only, before, after, while, not, never, cannot, instead of",
  "rather than",
);
const occasion = anyWord("when(?:ever)?, if, unless, until, without, only");
/** "When a lock is stale, …", "For downloads: …", "No SQL in views". */
const general = startingWith(
  "if, when(?:ever)?, without, unless, once, after, before, for, in, on, during, to, no, any, every",
  "each, all, most",
);
/** A subject with an article is a thing of this code; without one it is every thing of its kind. */
const definite = startingWith("the, our, my, your, his, her, its, their, we, you");
/** Every thing of a kind: "A pool smaller than …", "Slim images …", "This service …". */
const generic = new RegExp(
  [
    "^(?!X\\b)(?:an? \\p{L}|(?:every|each|any|all|this|most) ",
    "(?:\\p{L}+[ -])?\\p{L}+(?<![suia])s (?!by |in )\\p{Ll})",
  ].join("|"),
  "iu",
);
/** Some piece of the code that the text is about. */
const pieces = oneOf(
  "functions?, methods?, class(?:es)?, files?, tests?, handlers?, loops?, variables?, helpers?, logic, checks?",
  "components?, hooks?, quer(?:y|ies), scripts?, modules?, code, implementation, changes?, names?, approach",
  "plan, design, solution, refactoring, architecture, suggestion, constant, struct, parameters?, versions?",
);
const thing = startingWith(`the (?:\\w+ )?${pieces}`);
/** Tells what a change made of the code, or what it might. */
const change = anyWord(
  "now, previously, formerly, originally, no longer, would, could, might, (?:has|have) (?:been|already)",
  "the (?:original|current|existing|proposed|new|old|updated) \\w+, introduc(?:es|ed|ing), refactor\\w*",
  "consider",
  "\\d+ (?:lines|files|entries|bytes|calls|places|tests|modules|functions|times|ms|callers?), ~\\d+",
);
const demand = anyWord(
  "must(?! have (?:been|had|taken|gone|\\w+e[dn])), shall, ha(?:s|ve) to, needs? to, not allowed, forbidden",
  "do not, don['’]t, required, ^never, ^always, (?:[:;,–—-]|and|but|so) (?:never|always) [a-z]+(?<!s)",
);
const advice = anyWord("should(?! have), ought to, had better");
const wish = anyWord("should be (?:more|less|better|\\w+er|nice|good|clear|helpful)");
/** Something named before, at the beginning: "Users lose them when …". */
const anaphor = /^(?:\S+ ){1,3}(?:it|them|they)(?= |[.,;]|$)/iu;
/** It gives its reason or its result. */
/** What goes wrong, or is refused. */
const effect = anyWord(
  "breaks?, rejects?, ignores?, fails?, throws?, leaks?, blocks?, drops?, overrides?, hides?, swallows?",
  "deadlocks?",
  "crash(?:es)?, locks?, evicts?, loses?, corrupts?, overwrites?, skips?, truncates?, hangs?, races?",
  "times out, expires?",
  "requires?, needs?, refuses?, leaves?, duplicates?, doubles?, dominates?, limits?, rounds?, resets?",
  "clears?, restores?",
);
const reasoned = /(?:, (?:so|since|as|or|because)|; (?:otherwise|so)) /iu;
/** Acts that change the code once, unless they are asked for everywhere. */
const edit = startingWith(
  "add, write, create, extract, remove, rename, move, update, merge, fix, replace, convert, compare",
  "implement",
  "consider, refactor, inline, simplify, delete, drop, introduce, rewrite, warn, allow, track",
);
const everywhere = anyWord("all, every, each, any, always, never, when(?:ever)?, before, after, unless, if");
/** A name and a colon, or a dash, in front of what describes it. */
const labelled = /^(?:[^.:;]{1,40}: |(?:[^\s.:;]+ ){1,4}[-–—]{1,2} )\S/u;
const quantified = anyWord("every, each, all, any");
const contrast = startingWith(
  "however, otherwise, while, although, though, whereas, yet, still, instead, thus, therefore",
);
const degrees = oneOf("an?, very, quite, overall, generally, really, pretty, all, already");
const praises = oneOf(
  "good, great, fine, clean, solid, well, correct, reasonable, acceptable, ok, okay, nice, sound",
  "straightforward, readable, clear, complete, consistent, sensible, minimal, small, (?:the )?right",
  "easy to (?:read|follow|understand), hard to (?:read|follow|understand), thorough, impressive, elegant",
  "bad, broken, ugly, confusing, messy, wrong, missing, unused, incomplete, incorrect, unnecessary",
  "redundant, too \\w+",
  "not (?:verified|tested|covered|handled|checked|used|needed|ideal|great|optimal)(?=[.,;]|$)",
);
const judgement = anyWord(`(?:looks?|seems?|appears?|is|are|was|were) (?:${degrees} )*${praises}`);
const purpose = anyWord("to, for, in, over, from, with, that");

export interface Setting {
  readonly lead: Lead;
  /** Whether it is in an item of a list, in a paragraph, or a paragraph of its own. */
  readonly place: "item" | "paragraph" | "alone";
}

/**
 * Whether a sentence of free prose states something that holds beyond this run: a whole sentence that gives a
 * rule, a cause, or how something behaves under which circumstances. In doubt no. Free prose is mostly
 * narration, and what is noticed again will be said again.
 */
export function isReusable(sentence: string, { lead, place: stands }: Setting): boolean {
  if (lead === "field" || !isWhole(sentence) || speaksOfThisRun(sentence)) return false;
  const plain = sentence.replace(/`[^`]*`/g, "X");
  if (bound.test(plain) || local.test(plain) || place.test(sentence) || findingId.test(plain)) return false;
  const category = categoryOf(sentence);
  if (category === "rule") return isRule(plain);
  if (isReport(plain)) return false;
  // A list of findings is mostly notes on the change: without a full stop they are hardly ever more.
  const note = stands === "item" && !/[.!。]$/u.test(sentence);
  if (category === "causal") return isCause(plain) && (!note || generic.test(plain));
  return lead === "none" && (note ? isGeneralFact(plain) : isFact(plain, stands === "alone"));
}

/** Why one named piece of code does what it does is about this change, unless it says when. */
function isCause(plain: string): boolean {
  return !labelled.test(plain) && (!/^X\b/.test(plain) || occasion.test(plain));
}

/** Advice on one named thing is for this change; what must be so holds again. */
function isRule(plain: string): boolean {
  if (edit.test(plain) && !everywhere.test(plain)) return false;
  if (thing.test(plain) || wish.test(plain) || contrast.test(plain)) return false;
  if (demand.test(plain)) return !(labelled.test(plain) && change.test(plain));
  const one = definite.test(plain) || labelled.test(plain) || /^X\b/.test(plain);
  if (advice.test(plain)) return !one;
  if (labelled.test(plain) || (definite.test(plain) && countWords(plain) < longWords)) return false;
  return !(past.test(plain) && definite.test(plain)) && !judgement.test(mainClause(plain));
}

/** Tells what happened, what changed, or how good something is. */
function isReport(plain: string): boolean {
  const general = condition.test(plain) || reasoned.test(plain);
  if (/了[。！]?$/u.test(plain)) return true;
  const told = past.test(plain) && !imperative.test(plain) && (definite.test(plain) || !general);
  const about = [thing, change, contrast, anaphor].some((each) => each.test(plain));
  return told || about || judgement.test(mainClause(plain));
}

/** What behaves so without any circumstance is worth keeping only if it is a paragraph of its own. */
function isFact(plain: string, alone: boolean): boolean {
  if (edit.test(plain)) return everywhere.test(plain);
  if (imperative.test(plain)) return condition.test(plain) || (alone && purpose.test(plain));
  if (labelled.test(plain) || isTooShort(plain)) return false;
  const long = countWords(plain) >= longWords;
  const telling = effect.test(plain) || (quantified.test(plain) && !definite.test(plain));
  const explained = circumstance.test(plain) || reasoned.test(plain) || (long && telling);
  if (alone && (general.test(plain) || generic.test(plain))) return true;
  if (/^X\b/.test(plain)) return occasion.test(plain) || reasoned.test(plain);
  if (!explained && !(alone && behaviour.test(plain))) return generic.test(plain) && long;
  return !definite.test(plain) || explained;
}

/** "Docs only, no code." */
function isTooShort(plain: string): boolean {
  return countUnspaced(plain) === 0 && countWords(plain) < leastWordsOfFact;
}

const leastWordsOfFact = 5;
/** A general statement of this many words says something of its own. */
const longWords = 8;

function isGeneralFact(plain: string): boolean {
  if (edit.test(plain)) return everywhere.test(plain);
  if (imperative.test(plain)) return condition.test(plain);
  if (/^no\b/iu.test(plain) || labelled.test(plain)) return false;
  const subject = generic.test(plain) || /^(?:if|when(?:ever)?|without|unless)\b/iu.test(plain);
  return subject && (circumstance.test(plain) || reasoned.test(plain));
}

/** Up to the first word on when or why. */
function mainClause(plain: string): string {
  return plain.replace(/\b(?:when(?:ever)?|if|unless|because|since|so that|while|until)\b.*$/iu, "");
}

/** Whether a sentence begins as an instruction does. */
export function isImperative(sentence: string): boolean {
  return imperative.test(sentence);
}
