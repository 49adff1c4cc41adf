import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readInside } from "../../base/files/read-inside.js";
import type { EventData } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import type { ThreadCall } from "../kept/threads.js";
import { failingCalls } from "./fold/failing-calls.js";
import { failures } from "./fold/failures.js";
import type { AboutCall } from "./record-failure.js";
import { keptCall, type QuotedCall } from "./rules/call.js";
import { answers, remediesShownBy } from "./rules/mine.js";
import { strangersIn, waitsForPerson } from "./rules/safe.js";
import { isAtRest } from "./rules/state.js";
import { callKey } from "./rules/words.js";

type Undone = Omit<EventData<"failure-undone">, "phase">;

/** What a call that works shows of failures. */
export interface Shown {
  /** Failures before it that it undid. */
  readonly undone: readonly Undone[];
  /** Lessons of other sessions about calls that work again. */
  readonly working: readonly { readonly lesson: string; readonly call: string }[];
}

/** What the last call of a thread, which worked, shows. Most calls show nothing. */
export async function shownBySuccess(
  context: Context,
  reader: LedgerReader,
  thread: readonly ThreadCall[],
  about: AboutCall,
): Promise<Shown> {
  const last = thread.at(-1);
  if (last === undefined) return { undone: [], working: [] };
  const session = sessionOf({ ...about, data: about });
  const remedies = remediesIn(context, thread);
  const learned = new Set(remedies.map(({ lesson }) => lesson));
  const answered = await answeredBy(reader, thread, session);
  return {
    undone: [...remedies, ...answered.filter(({ lesson }) => !learned.has(lesson))],
    working: await worksAgain(reader, last, session),
  };
}

export async function recordShown(
  writer: LedgerWriter,
  { undone, working }: Shown,
  { phase, ...who }: AboutCall,
): Promise<void> {
  for (const each of undone)
    await writer.append({ type: "failure-undone", data: { ...each, phase }, ...who });
  for (const each of working) await writer.append({ type: "call-worked", data: { ...each, phase }, ...who });
}

/** Each family once: the newest of its failures. */
function remediesIn(context: Context, thread: readonly ThreadCall[]): readonly Undone[] {
  const byLesson = new Map<string, Undone>();
  const { root } = context.places;
  const isKnown = isNamedInProject(root);
  const isOfProject = (word: string) => isKnown(word) || existsSync(join(root, word));
  for (const { failedAt, remedy } of remediesShownBy(thread)) {
    const [before, undoing, worked] = [thread[failedAt], thread[remedy.do], thread[remedy.worked]];
    if (before?.lesson === undefined || undoing === undefined || worked === undefined) continue;
    const [failed, action, cause] = [keptCall(before), keptCall(undoing), before.cause ?? ""];
    if (strangersIn(action, failed, { cause, isKnown }).length > 0) continue;
    const pair = {
      failed,
      line: cause,
      worked: action,
      ...(undoing === worked ? {} : { after: keptCall(worked) }),
      waits: waitsForPerson(action, failed, isOfProject),
    };
    byLesson.set(before.lesson, { lesson: before.lesson, how: remedy.how, pair });
  }
  return [...byLesson.values()];
}

/** Failures of the thread that something alike, or an edit, answered; noted once for each session. */
async function answeredBy(
  reader: LedgerReader,
  thread: readonly ThreadCall[],
  session: string | undefined,
): Promise<readonly Undone[]> {
  const last = thread.at(-1);
  if (last === undefined) return [];
  const lessons = thread
    .filter((call) => call.failed && answers(call, last))
    .flatMap(({ lesson }) => lesson ?? []);
  const rows = await reader.rowsAt(failures, [...new Set(lessons)]);
  return rows
    .filter(({ answeredIn }) => session === undefined || !answeredIn.includes(session))
    .map(({ lesson }) => ({ lesson, how: "answered" as const }));
}

/**
 * Lessons of this very call that has failed since it last worked, or that this session has not seen to work yet.
 * Those at rest need no more proof.
 */
async function worksAgain(
  reader: LedgerReader,
  call: QuotedCall,
  session: string | undefined,
): Promise<Shown["working"]> {
  const key = callKey(call);
  const known = (await reader.row(failingCalls, key))?.failures ?? [];
  const rows = await reader.rowsAt(
    failures,
    known.map(({ lesson }) => lesson),
  );
  const failedSince = new Set(known.flatMap(({ lesson, sessions }) => (sessions.length > 0 ? [lesson] : [])));
  return rows
    .filter((row) => !isAtRest(row))
    .filter(
      ({ lesson, worked }) => failedSince.has(lesson) || !worked.some((each) => each.session === session),
    )
    .map(({ lesson }) => ({ lesson, call: key }));
}

const longestFile = 262_144;
const mostFiles = 200;

/** Whether a name stands in the files at the root of a project or in the addresses of its git remotes. */
function isNamedInProject(root: string): (name: string) => boolean {
  let text: string | undefined;
  return (name) => {
    text ??= textsOf(root);
    return text.includes(name);
  };
}

/** A folder that cannot be read names nothing. */
function textsOf(root: string): string {
  try {
    const files = [...readdirSync(root).slice(0, mostFiles), join(".git", "config")];
    return files.map((file) => textOf(root, file)).join("\n");
  } catch {
    return "";
  }
}

function textOf(root: string, file: string): string {
  const read = readInside(root, file, longestFile);
  return typeof read === "string" ? "" : read.toString("utf8");
}
