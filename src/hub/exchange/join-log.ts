import { WhetstoneError } from "../../base/errors.js";
import { forgottenMark } from "../../log/events/blank-text.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { admitEvent } from "../rights/admit-event.js";
import { cutFieldsOf, type Sharing, sharedEvent } from "../rights/shared-event.js";
import type { SharedProject } from "../shared/shared-project.js";
import { sharedProjectOf } from "./exchange.js";

/**
 * A shared project is a log of its own in the same store, under another name than the folder's key: the
 * former log stays as it was. The context's ledger has that name as its project, a `SharedStore` as its store,
 * and `sharedEvent` as `admit`.
 */
export interface Joined {
  /** Events of the former log that are in the shared one now, and those that stay where they were. */
  readonly taken: number;
  readonly leftOut: number;
}

/** What a log would send, before somebody joins. */
export interface JoinPreview {
  /** By type of event, most first. */
  readonly sent: readonly Counted[];
  readonly leftOut: readonly Counted[];
  /** Fields that are cut before anything is sent, such as `error-recorded.stackTrace`. */
  readonly cut: readonly Counted[];
}

interface Counted {
  readonly name: string;
  readonly count: number;
}

const pageEvents = 500;

/**
 * Makes the context's project a shared one, and takes the former log into its tail, as far as it may be
 * shared. Called again after a crash it goes on.
 */
export async function joinLog(context: Context, from: Ledger | undefined, sharing: Sharing): Promise<Joined> {
  const { ledger } = context;
  context.beforeWriting();
  await neededProject(context).share();
  let [taken, leftOut] = [0, 0];
  if (from === undefined) return { taken, leftOut };
  for await (const page of pagesOf(from)) {
    const events = page.map((event) => toShare(event, sharing)).filter((event) => event !== undefined);
    const known = await ledger.write((writer) => takeOver(writer, ledger.project, events));
    taken += events.length - known;
    leftOut += page.length - events.length + known;
  }
  return { taken, leftOut };
}

/** Changes nothing. */
export async function previewJoin(from: Ledger, sharing: Sharing): Promise<JoinPreview> {
  const [sent, leftOut, cut] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  for await (const page of pagesOf(from))
    for (const event of page) {
      const isSent = toShare(event, sharing) !== undefined;
      increment(isSent ? sent : leftOut, event.type);
      if (isSent && sharing.share === "lessons")
        for (const name of cutFieldsOf(event)) increment(cut, `${event.type}.${name}`);
    }
  return { sent: mostFrequentFirst(sent), leftOut: mostFrequentFirst(leftOut), cut: mostFrequentFirst(cut) };
}

/** What says most about a project: a person who reads it knows what would leave the machine. */
const telling = ["error-recorded", "outcome-recorded", "directive-added", "deliberation-recorded"];
const eventsLookedAt = 2_000;

/** The newest events of different types, as the team would get them. */
export async function joinExamples(
  from: Ledger,
  sharing: Sharing,
  count: number,
): Promise<readonly RecordedEvent[]> {
  const newest = await from.read(async (reader) =>
    reader.recordedAfter(Math.max(0, (await reader.head()) - eventsLookedAt), eventsLookedAt),
  );
  const shared = newest.map((event) => toShare(event, sharing)).filter((event) => event !== undefined);
  const byType = new Map(shared.map((event) => [event.type, event] as const));
  const rank = ({ type }: RecordedEvent) => (telling.includes(type) ? telling.indexOf(type) : telling.length);
  return [...byType.values()].sort((a, b) => rank(a) - rank(b)).slice(0, count);
}

/** From now on the project is an ordinary log on this machine. Returns the number of its events. */
export function leaveLog(context: Context): Promise<number> {
  return neededProject(context).unshare();
}

/**
 * An event of a former log as the team gets it. Undefined for what the hub would refuse, and for what was
 * forgotten: its tombstone is about this machine's log, and without it blanked texts would be lessons again.
 */
function toShare(event: RecordedEvent, sharing: Sharing): RecordedEvent | undefined {
  if (event.data.includes(forgottenMark)) return undefined;
  const shared = sharedEvent(event, sharing);
  return "refused" in admitEvent(sharing.caller, shared) ? undefined : shared;
}

/** Returns how many were there already, or have a key that another event has. */
async function takeOver(
  writer: LedgerWriter,
  project: string,
  events: readonly RecordedEvent[],
): Promise<number> {
  let known = 0;
  for (const event of events) {
    const isKnown = (await writer.recordedById(event.id)) !== undefined;
    const isTaken = event.key !== undefined && (await writer.eventByKey(event.key)) !== undefined;
    if (isKnown || isTaken) known += 1;
    else await writer.appendRecorded({ ...event, project, seq: (await writer.head()) + 1 });
  }
  return known;
}

async function* pagesOf(ledger: Ledger): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  for (let seq = 0; ; ) {
    const page = await ledger.read((reader) => reader.recordedAfter(seq, pageEvents));
    if (page.length === 0) return;
    yield page;
    seq = page.at(-1)?.seq ?? seq;
  }
}

function neededProject(context: Context): SharedProject {
  const project = sharedProjectOf(context);
  if (project !== undefined) return project;
  throw new WhetstoneError("internal", "the store of this project cannot be shared");
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostFrequentFirst(counts: ReadonlyMap<string, number>): readonly Counted[] {
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
