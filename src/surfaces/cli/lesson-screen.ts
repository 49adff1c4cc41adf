import type { Style } from "../../base/terminal/style.js";
import { wrap } from "../../base/terminal/wrap.js";
import { oneLine } from "../../base/text/one-line.js";
import type { Result } from "../../verbs/frame/handle.js";
import { eventWords } from "../../verbs/log/event-words.js";

type Explained = Result<"explain">;
type History = Result<"lessons history">;
type Lesson = History["lesson"];

/** What is known of a lesson, what happened with it, and last what a person can decide, with the command. */
export function lessonScreen({ answer }: Explained, { lesson, history }: History, style: Style): string {
  const told = answer.filter((sentence) => !isSession(sentence));
  const sessions = answer.filter(isSession);
  return [
    `${style.bold(lesson.id)} ${style.dim(`(${lesson.state})`)}`,
    ...part(
      "What is known",
      told.flatMap((each) => lines(each, style)),
      style,
    ),
    ...part(
      "Session by session",
      sessions.flatMap((each) => lines(each.replace(forRecount, ""), style)),
      style,
    ),
    ...part("What happened", history.slice(0, eventsShown).map(eventLine), style),
    ...part("Decide", decisions(lesson), style),
    "",
    style.dim(`'whetstone explain ${lesson.id}' has the numbers and the rule behind this.`),
  ].join("\n");
}

/** The newest; 'lessons history' has the rest. */
const eventsShown = 8;
const reasonChars = 60;

function part(title: string, rows: readonly string[], style: Style): readonly string[] {
  return rows.length === 0 ? [] : ["", style.bold(title), ...rows];
}

/** One session of a trial is one line of evidence. */
function isSession(sentence: string): boolean {
  return sentence.startsWith("Session ");
}

const time = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z/g;

/** What only a recount needs stands in `explain`. */
const forRecount = / \(shown with probability [^)]*\)|; evidence [^.]*(?:\.\d+)?(?=\.$)/g;

function lines(sentence: string, style: Style): readonly string[] {
  const [first = "", ...rest] = wrap(sentence.replace(time, "$1 $2 UTC"), style.columns - 2, 2);
  return [first, ...rest.map((line) => `  ${line}`)];
}

function eventLine({ at, type, session, reason }: History["history"][number]): string {
  const when = at.slice(0, 16).replace("T", " ");
  const what = eventWords(type);
  const where = session === null ? "" : `  in ${session.slice(0, 12)}`;
  return `  ${when}  ${what}${where}${reason === null ? "" : `  ${oneLine(reason, reasonChars)}`}`;
}

/** The commands that fit its state, the usual one first; to forget it comes last. */
function decisions({ id, kind, state, ...rest }: Lesson): readonly string[] {
  const by = (verb: string, about: string) => `  whetstone lessons ${`${verb} ${id}`.padEnd(40)}  ${about}`;
  const retire = by("retire", "stop showing it");
  const promote = by("promote", "vouch for it: it is always shown");
  const isHarmful = "measured" in rest && rest.measured?.verdict === "harms";
  const forget = by("forget", "erase its words everywhere, for good");
  const isSettled = kind === "directive" || kind === "failure";
  if (["archived", "retired", "deprecated"].includes(state))
    return [
      isSettled ? by("activate", "show it again") : by("reset", "start over without its evidence"),
      forget,
    ];
  if (state === "proposed" || state === "quarantined")
    return [by("activate", "accept it: agents are shown it"), retire, forget];
  if (state === "asleep") return [by("activate", "wake it"), retire, forget];
  if (state === "unsolved") return [by("promote", "say with --reason what agents should do"), retire, forget];
  if (isHarmful) return [retire, promote, forget];
  return [
    promote,
    ...(kind === "failure" ? [by("sleep", "silence it until the failure comes back")] : []),
    retire,
    forget,
  ];
}
