import { oneOf, startingWith } from "../../../../reading/language/patterns.js";

/** Titles of lists that manage the work at hand. What stands below them holds for no other work. */
const workTitles = oneOf(
  "(?:the |our |my |manual |proposed |release |rollout |migration )?(?:test |work |action )?plan",
  "(?:test|reproduction|next|remaining|manual|deployment|release|rollback|verification) steps?",
  "steps?(?: to (?:reproduce|take|test|verify))?, how to (?:reproduce|test|verify), repro(?:duction)?",
  "(?:\\w+ )?checklist, (?:\\w+ )?time ?line, to-?dos?(?: list)?, action items?, next(?: up)?, follow-?ups?",
  "what (?:i|we)(?: have|['’]ve)? (?:did|done|changed|will do)",
  "what (?:was|has been|is) (?:done|changed|left|missing|open|next), what(?:['’]s| is| was)? left",
  "left to do, remaining(?: work| tasks?)?, (?:still )?open(?: points?| items?| questions?| work)?",
  "(?:current )?(?:status|progress), done, in progress, blocked, blockers?, questions?(?: for .{1,30})?",
  "(?:proposed |suggested |required |requested |recommended )?(?:changes?|actions?|fix(?:es)?|edits?)",
  "(?:files|modules|commits)(?: i| we)? (?:changed|reviewed|touched|read|checked|looked at)",
  "changed files, files, commands?(?: run| used)?, what went (?:well|badly|wrong)",
  "(?:must|should|could)[- ]fix",
  "agenda, attendees, participants, references?, links?, environment, setup, options?, alternatives",
  "changelog, change log, commits?, log, notes to self, housekeeping, assignments?",
  "testplan, schritte, nächste schritte, offene punkte, aufgaben, ablauf, étapes, prochaines étapes",
  "à faire, pasos, próximos pasos, tareas, шаги, план, следующие шаги, 步骤, 计划, 下一步, 待办, 手順, 次のステップ",
);
const workTitle = new RegExp(`^(?:\\d{1,2}[.)] )?${workTitles}(?: \\([^)]{0,40}\\))?$`, "iu");
/** A title is a few words on a line of their own. */
const titleChars = 60;

/** Whether a line is a title of the work at hand: "## Test plan", "Next steps:", "**Timeline**". */
export function isWorkTitle(line: string): boolean {
  const words = line
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/[*_#]|[:：.]\s*[*_]*\s*$/gu, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();
  return words.length <= titleChars && workTitle.test(words);
}

/** What is done by hand, once: no rule begins with these. */
const step = startingWith(
  "click, log (?:in|out|into), sign in, open, start, stop, kill, restart, run, rerun, re-run, install",
  "send, observe, wait, read, write, update, upgrade, add, remove, rename, move, delete, create, go to",
  "type, enter, select, press, scroll, visit, browse, navigate, check, look at, compare, verify, confirm",
  "ask, tell, talk, discuss, schedule, announce, notify, tag, push, merge, rebase, deploy, ship, fix",
  "refactor, extract, split, implement, investigate, reproduce, try, test, bump, publish, clean up",
  "review, document, finish, prepare, draft, decide, find, download, copy, paste, build, configure",
);

/**
 * Whether the items of a list are the steps of some work: most begin with an act and none of those gives a
 * reason. The others of such a list are steps too.
 */
export function isProcedure(items: readonly string[]): boolean {
  const steps = items.filter(
    (item) => step.test(item) && !/\b(?:because|since|otherwise|so that)\b/iu.test(item),
  );
  return items.length > 1 && 2 * steps.length >= items.length;
}
