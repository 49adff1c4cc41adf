import type { JsonObject } from "../../base/json.js";
import type { EventOf, WhetstoneEvent } from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import type { RecentEventsRow, RecentEventType } from "../recent-events.js";
import type { ViewOf } from "../view.js";
import { views } from "../views.js";
import { keyAtPlace, listsOf } from "./sorted-lists.js";
import type { KeyedRow, Numbering, ReadTransaction, Rejection } from "./store.js";

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

  head(): Promise<number> {
    return this.tx.head();
  }

  /** The places that will never change: all of them, unless the project is shared with a hub. */
  async numbering(): Promise<Numbering> {
    return (await this.tx.numbering?.()) ?? { settled: await this.tx.head(), moves: 0 };
  }

  async row<Row extends object>(view: ViewOf<Row>, key: string): Promise<Row | undefined> {
    const [row] = await this.rowsNow(view.name, [key]);
    return row as Row | undefined;
  }

  /** The rows with these keys that are there, read at once. */
  async rowsAt<Row extends object>(view: ViewOf<Row>, keys: readonly string[]): Promise<readonly Row[]> {
    const rows = await this.rowsNow(view.name, keys);
    return rows.flatMap((row) => (row === undefined ? [] : [row as Row]));
  }

  /** All rows in order of key. */
  async rows<Row extends object>(view: ViewOf<Row>): Promise<readonly Row[]> {
    return (await allRows(await this.listing(), view.name)).map((each) => each.row as Row);
  }

  /** Rows whose keys begin so, in order of key. */
  async rowsBeginning<Row extends object>(
    view: ViewOf<Row>,
    beginning: string,
    limit: number,
  ): Promise<readonly Row[]> {
    const found = await (await this.listing()).listRows(view.name, { after: beginning, limit });
    return found.filter(({ key }) => key.startsWith(beginning)).map(({ row }) => row as Row);
  }

  /** Rows of one sorted list of a projection, in the order of their places, from the one after `after`. */
  async rowsFrom<Row extends object>(view: ViewOf<Row>, page: ListPage): Promise<readonly Placed<Row>[]> {
    const places = await this.placesFrom(view, page);
    if (places.length === 0) return [];
    const rows = await this.rowsNow(
      view.name,
      places.map(({ key }) => key),
    );
    return places.flatMap(({ place }, index) => {
      const row = rows[index];
      return row === undefined ? [] : [{ place, row: row as Row }];
    });
  }

  /** The same places with the keys of their rows, for a caller that reads only some of the rows. */
  async placesFrom<Row extends object>(
    view: ViewOf<Row>,
    { list, after = list, limit }: ListPage,
  ): Promise<readonly { readonly place: string; readonly key: string }[]> {
    const found = await (await this.listing()).listRows(listsOf(view.name), { after, limit });
    const places = found.map(({ key }) => key).filter((place) => place.startsWith(list));
    return places.map((place) => ({ place, key: keyAtPlace(place) }));
  }

  /** Raw events from the one after `seq`, for an export. */
  recordedAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.tx.eventsAfter(seq, limit);
  }

  recordedById(id: string): Promise<RecordedEvent | undefined> {
    return this.tx.eventById(id);
  }

  /** The raw events that have one of these ids or keys, in any order; one that has both may come twice. */
  async recordedWith(ids: readonly string[], keys: readonly string[]): Promise<readonly RecordedEvent[]> {
    if (this.tx.eventsWith !== undefined) return this.tx.eventsWith(ids, keys);
    const found: (RecordedEvent | undefined)[] = [];
    for (const id of ids) found.push(await this.tx.eventById(id));
    for (const key of keys) found.push(await this.tx.eventByKey(key));
    return found.filter((event) => event !== undefined);
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly WhetstoneEvent[]> {
    return Promise.all((await this.tx.eventsAfter(seq, limit)).map(readRecorded));
  }

  /** The newest events of a type that is looked back for, newest first. */
  async latest<Type extends RecentEventType>(type: Type, limit: number): Promise<readonly EventOf<Type>[]> {
    const seqs = (await this.row<RecentEventsRow>(views.recentEvents, type))?.seqs ?? [];
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
    return found && readRecorded(found);
  }

  async eventByKey(key: string): Promise<WhetstoneEvent | undefined> {
    const found = await this.tx.eventByKey(key);
    return found && readRecorded(found);
  }

  async countRows(view: ViewOf<object>): Promise<number> {
    return (await this.listing()).countRows(view.name);
  }

  /** Counts the rows in a sorted list of a view, or between two of its places, without reading them. */
  async countPlaces(
    view: ViewOf<object>,
    { list, after = list, before = pageEnd(list) }: ListPart,
  ): Promise<number> {
    return (await this.listing()).countRows(listsOf(view.name), { after, before });
  }

  countRejected(): Promise<number> {
    return this.tx.countRejected();
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.tx.rejected(limit);
  }

  /** Rows by key, in the order asked for. */
  protected async rowsNow(
    view: string,
    keys: readonly string[],
  ): Promise<readonly (JsonObject | undefined)[]> {
    return keys.length === 0 ? [] : this.tx.getRows(keys.map((key) => ({ view, key })));
  }

  /** The transaction in which lists and counts are complete. */
  protected async listing(): Promise<ReadTransaction> {
    return this.tx;
  }
}

/** All rows in order of key, page by page, so that no silent limit cuts them off. */
export async function allRows(tx: ReadTransaction, view: string): Promise<readonly KeyedRow[]> {
  const limit = 1_000;
  const all: KeyedRow[] = [];
  for (let after: string | undefined; ; ) {
    const page = await tx.listRows(view, after === undefined ? { limit } : { limit, after });
    all.push(...page);
    after = page.at(-1)?.key;
    if (page.length < limit) return all;
  }
}

/** Sorts after every place with this prefix, and before every later prefix. */
function pageEnd(list: string): string {
  return list.slice(0, -1) + String.fromCharCode(list.charCodeAt(list.length - 1) + 1);
}

/**
 * The schemas are loaded with the first event that is read: `status` reads rows only, and its start counts.
 */
async function readRecorded(event: RecordedEvent): Promise<WhetstoneEvent> {
  const { readEvent } = await import("../events/catalog.js");
  return readEvent(event);
}
