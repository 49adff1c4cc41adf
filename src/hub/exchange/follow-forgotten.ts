import { existsSync } from "node:fs";
import {
  blankAll,
  blankLosses,
  type Forgotten,
  findOccurrences,
  scrubFiles,
} from "../../lessons/forget/forget-texts.js";
import { type BlankedEvent, textsForgotten } from "../../lessons/forget/forgotten-texts.js";
import { type Remainder, stillRead } from "../../lessons/forget/search-own-files.js";
import { readEvent } from "../../log/events/catalog.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { Context } from "../../verbs/call/context.js";
import { batchEvents } from "../rights/hub.js";
import type { SharedProject } from "../shared/shared-project.js";
import { foundationOf, otherLog, type Sides } from "./exchange-log.js";

/**
 * Removes here what was forgotten on the hub: from the copy of its log, the own tail, refused inputs, former
 * logs, notes of losses, indexes and backups. The hub's log is read again up to the newest tombstone: what
 * differs there is taken over as it is, and says what to look for elsewhere. The copy of the log comes last,
 * because it alone knows the texts: after a crash everything is done again. Returns files that still hold one.
 */
export async function followForgotten(
  context: Context,
  sides: Sides,
  { seen, applied }: { readonly seen: number; readonly applied: number },
  formerLogs: readonly Ledger[],
): Promise<readonly Remainder[]> {
  const { ledger, project } = sides;
  const lower = foundationOf(ledger);
  const ids = await lessonsForgotten(lower, applied, seen);
  const blanked = await blankedOnHub(sides, lower, seen, ids);
  const texts = textsForgotten(blanked);
  const forgotten: Forgotten = { texts, lesson: { ids, sources: new Set() } };
  for (const former of formerLogs) await blankIn(former, forgotten, 0);
  await blankIn(ledger, forgotten, await lower.read((reader) => reader.head()));
  await project.foldTailAgain();
  blankLosses(context, texts);
  if (blanked.length > 0)
    await lower.write(async (writer) => {
      for (const { seq, to } of blanked) await writer.blank(seq, to);
      await writer.foldAgain(lower.batchEvents);
    });
  return scrubFiles(context, texts);
}

/**
 * The files that held a text when it was forgotten and have not gone since. What a busy process kept from
 * being rewritten then is tried again.
 */
export async function stillThere({ ledger }: Context, project: SharedProject): Promise<readonly Remainder[]> {
  const { remains = [] } = (await project.standing())?.forgetting ?? {};
  const isBusy = ({ next }: Remainder) => next === stillRead;
  const isRewritten = remains.some(isBusy) && (await ledger.store.scrub());
  return remains.filter((each) => existsSync(each.file) && !(isRewritten && isBusy(each)));
}

async function lessonsForgotten(lower: Ledger, from: number, to: number): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let seq = from; seq < to; ) {
    const page = await lower.read((reader) => reader.recordedAfter(seq, Math.min(batchEvents, to - seq)));
    for (const event of page)
      if (event.type === "lesson-forgotten") {
        const { data } = readEvent(event);
        if ("lesson" in data && typeof data.lesson === "string") ids.add(data.lesson);
      }
    seq = page.at(-1)?.seq ?? to;
  }
  return [...ids];
}

async function blankedOnHub(
  { hub }: Sides,
  lower: Ledger,
  to: number,
  lessons: readonly string[],
): Promise<readonly BlankedEvent[]> {
  const blanked: BlankedEvent[] = [];
  for (let seq = 0; seq < to; ) {
    const { events: theirs, head } = await hub.pull(seq, Math.min(batchEvents, to - seq));
    const ours = await lower.read((reader) => reader.recordedAfter(seq, theirs.length));
    if (theirs.length === 0) throw otherLog(to, head);
    for (const [index, own] of ours.entries()) {
      const event = theirs[index];
      if (event?.id !== own.id) throw otherLog(to, head);
      if (event.data === own.data) continue;
      const { lesson } = JSON.parse(own.data) as { readonly lesson?: string };
      const isAboutLesson = lesson !== undefined && lessons.includes(lesson);
      blanked.push({ seq: own.seq, from: own.data, to: event.data, isAboutLesson });
    }
    seq += theirs.length;
  }
  return blanked;
}

/** Blanks what stands behind a place of a log, with the rows made of it, and in its refused inputs. */
async function blankIn(ledger: Ledger, forgotten: Forgotten, after: number): Promise<void> {
  const batch = ledger.batchEvents;
  await ledger.write(async (writer) => {
    const { events, rejections } = await findOccurrences(writer, forgotten, batch);
    const own = events.filter(({ seq }) => seq > after);
    await blankAll(writer, { events: own, rejections });
    if (own.length > 0) await writer.foldAgain(batch);
  });
}
