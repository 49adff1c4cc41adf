import { type EventOf, type EventType, readEvent, type WhetstoneEvent } from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import type { Projection } from "../projections/projection.js";
import { allRows } from "./all-rows.js";
import type { Marks, ReadTransaction, Rejection } from "./store.js";

/** Reads of one project at one moment: events in their current version, rows with their type. */
export class LedgerReader {
  protected readonly tx: ReadTransaction;

  constructor(tx: ReadTransaction) {
    this.tx = tx;
  }

  head(): Promise<number> {
    return this.tx.head();
  }

  marks(): Promise<Marks> {
    return this.tx.marks();
  }

  async row<Row extends object, Settings>(
    projection: Projection<Row, Settings>,
    key: string,
  ): Promise<Row | undefined> {
    return (await this.tx.row(projection.name, key)) as Row | undefined;
  }

  /** All rows in order of key. */
  async rows<Row extends object, Settings>(projection: Projection<Row, Settings>): Promise<readonly Row[]> {
    return (await allRows(this.tx, projection.name)).map((each) => each.row as Row);
  }

  /** Raw events from the one after `seq`, for an export. */
  recordedAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.tx.eventsAfter(seq, limit);
  }

  recordedById(id: string): Promise<RecordedEvent | undefined> {
    return this.tx.eventById(id);
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly WhetstoneEvent[]> {
    return (await this.tx.eventsAfter(seq, limit)).map(readEvent);
  }

  async latest<Type extends EventType>(type: Type, limit: number): Promise<readonly EventOf<Type>[]> {
    return (await this.tx.latestEvents(type, limit)).map((event) => readEvent(event) as EventOf<Type>);
  }

  async eventById(id: string): Promise<WhetstoneEvent | undefined> {
    const found = await this.tx.eventById(id);
    return found && readEvent(found);
  }

  async eventByKey(key: string): Promise<WhetstoneEvent | undefined> {
    const found = await this.tx.eventByKey(key);
    return found && readEvent(found);
  }

  countRows(projection: { readonly name: string }): Promise<number> {
    return this.tx.countRows(projection.name);
  }

  countRejected(): Promise<number> {
    return this.tx.countRejected();
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.tx.rejected(limit);
  }
}
