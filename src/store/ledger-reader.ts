import type { EventOf, WhetstoneEvent } from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import type { LandmarkRow, LandmarkType } from "../projections/landmarks.js";
import type { ViewOf } from "../projections/view.js";
import { views } from "../projections/views.js";
import { allRows } from "./all-rows.js";
import { keyAtPlace, listsOf } from "./sorted-lists.js";
import type { Marks, ReadTransaction, Rejection, Soon } from "./store.js";

export interface ListPage {
  /** The beginning of the places of the list. */
  readonly list: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface ListPart {
  /** The beginning of the places of the list. */
  readonly list: string;
  readonly after?: string;
  readonly before?: string;
}

export interface Placed<Row> {
  readonly place: string;
  readonly row: Row;
}

/** Reads of one project at one moment: events in their current version, rows with their type. */
export class LedgerReader {
  protected readonly tx: ReadTransaction;

  constructor(tx: ReadTransaction) {
    this.tx = tx;
  }

  head(): Soon<number> {
    return this.tx.head();
  }

  marks(): Soon<Marks> {
    return this.tx.marks();
  }

  row<Row extends object>(view: ViewOf<Row>, key: string): Soon<Row | undefined> {
    return this.tx.row(view.name, key) as Soon<Row | undefined>;
  }

  /** All rows in order of key. */
  async rows<Row extends object>(view: ViewOf<Row>): Promise<readonly Row[]> {
    return (await allRows(this.tx, view.name)).map((each) => each.row as Row);
  }

  /** Rows whose keys begin so, in order of key. */
  async rowsBeginning<Row extends object>(
    view: ViewOf<Row>,
    beginning: string,
    limit: number,
  ): Promise<readonly Row[]> {
    const found = await this.tx.rows(view.name, { after: beginning, limit });
    return found.filter(({ key }) => key.startsWith(beginning)).map(({ row }) => row as Row);
  }

  /** Rows of one sorted list of a projection, in the order of their places, from the one after `after`. */
  async rowsFrom<Row extends object>(
    view: ViewOf<Row>,
    { list, after = list, limit }: ListPage,
  ): Promise<readonly Placed<Row>[]> {
    const found = await this.tx.rows(listsOf(view.name), { after, limit });
    const placed: Placed<Row>[] = [];
    for (const { key: place } of found) {
      if (!place.startsWith(list)) break;
      const row = await this.row(view, keyAtPlace(place));
      if (row !== undefined) placed.push({ place, row });
    }
    return placed;
  }

  /** Raw events from the one after `seq`, for an export. */
  recordedAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.tx.eventsAfter(seq, limit);
  }

  recordedById(id: string): Promise<RecordedEvent | undefined> {
    return this.tx.eventById(id);
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly WhetstoneEvent[]> {
    return Promise.all((await this.tx.eventsAfter(seq, limit)).map(decoded));
  }

  /** The newest events of a type that is looked back for, newest first. */
  async latest<Type extends LandmarkType>(type: Type, limit: number): Promise<readonly EventOf<Type>[]> {
    const seqs = (await this.row<LandmarkRow>(views.landmarks, type))?.seqs ?? [];
    const events: EventOf<Type>[] = [];
    for (const seq of seqs.slice(-limit).toReversed())
      events.push(...((await this.eventsAfter(seq - 1, 1)) as EventOf<Type>[]));
    return events;
  }

  /** The outcomes at the end of the log, newest first, from its last `within` events. */
  async recentOutcomes(limit: number, within: number): Promise<readonly EventOf<"outcome-recorded">[]> {
    const tail = await this.eventsAfter(Math.max(0, (await this.head()) - within), within);
    return tail
      .filter((event) => event.type === "outcome-recorded")
      .toReversed()
      .slice(0, limit);
  }

  async eventById(id: string): Promise<WhetstoneEvent | undefined> {
    const found = await this.tx.eventById(id);
    return found && decoded(found);
  }

  async eventByKey(key: string): Promise<WhetstoneEvent | undefined> {
    const found = await this.tx.eventByKey(key);
    return found && decoded(found);
  }

  countRows(view: ViewOf<object>): Promise<number> {
    return this.tx.countRows(view.name);
  }

  /** How many rows stand in a sorted list of a view, or between two places of it. Reads none of them. */
  countPlaces(view: ViewOf<object>, { list, after = list, before = endOf(list) }: ListPart): Promise<number> {
    return this.tx.countRows(listsOf(view.name), { after, before });
  }

  countRejected(): Promise<number> {
    return this.tx.countRejected();
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.tx.rejected(limit);
  }
}

/** Sorts after every place that begins so, and before whatever begins otherwise. */
function endOf(list: string): string {
  return list.slice(0, -1) + String.fromCharCode(list.charCodeAt(list.length - 1) + 1);
}

/**
 * The schemas are loaded with the first event that is read: `status` reads rows only, and its start counts.
 */
async function decoded(event: RecordedEvent): Promise<WhetstoneEvent> {
  const { readEvent } = await import("../events/catalog.js");
  return readEvent(event);
}
