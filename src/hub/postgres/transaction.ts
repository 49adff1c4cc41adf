import { WhetstoneError } from "../../base/errors.js";
import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type {
  Between,
  KeyedRow,
  Marks,
  Page,
  Rejection,
  RowChange,
  RowKey,
  WriteTransaction,
} from "../../log/store/store.js";
import { slotOf, swappedSlots } from "../../log/store/stored-marks.js";
import type { Connection } from "./driver.js";
import { Events } from "./events.js";
import type { HeldRows } from "./held-rows.js";
import { commitSql, PendingChanges, settleSql } from "./pending-changes.js";
import { marksOf, type ProjectState } from "./project-state.js";
import { Rejections } from "./rejections.js";
import { type SlotKey, ViewRows } from "./rows.js";

/** More are sent to the database before the transaction ends, so that memory does not fill. */
const rowsCollected = 10_000;

/**
 * One project's part of the database. What is written is collected, and sent in one statement at the end:
 * reads look at it first, then at the rows that are held for this revision, then into the database. What has
 * to be known there earlier, such as a view that is cleared, opens a transaction of the database.
 */
export class PostgresTransaction implements WriteTransaction {
  readonly #project: string;
  readonly #connection: Connection;
  readonly #held: HeldRows;
  readonly #revision: string;
  readonly #events: Events;
  readonly #rows: ViewRows;
  readonly #rejections: Rejections;
  readonly #collected: PendingChanges;
  #state: ProjectState;
  /** The seq of the newest event that the database knows. */
  #settledHead: number;
  #firstId: string | undefined;
  #changed = false;
  #begun = false;

  constructor(project: string, state: ProjectState, connection: Connection, held: HeldRows) {
    this.#project = project;
    this.#connection = connection;
    this.#held = held;
    this.#state = state;
    this.#revision = state.revision;
    this.#settledHead = state.head;
    this.#events = new Events(project, connection);
    this.#rows = new ViewRows(project, connection);
    this.#rejections = new Rejections(project, connection);
    this.#collected = new PendingChanges(project);
  }

  async head(): Promise<number> {
    return this.#state.head;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    const settled = this.#settledHead;
    const stored = seq >= settled ? [] : await this.#events.after(seq, limit, settled);
    const from = Math.max(0, seq - settled);
    const more = this.#collected.events.slice(from, from + limit - stored.length);
    return [...stored, ...more.map((event) => ({ ...event }))];
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    const collected = this.#collected.events.find((event) => event.id === id);
    return collected === undefined ? this.#events.byId(id) : { ...collected };
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    const collected = this.#collected.events.find((event) => event.key === key);
    return collected === undefined ? this.#events.byKey(key) : { ...collected };
  }

  async eventsWith(ids: readonly string[], keys: readonly string[]): Promise<readonly RecordedEvent[]> {
    const [wantedIds, wantedKeys] = [new Set(ids), new Set(keys)];
    const collected = this.#collected.events.filter(
      ({ id, key }) => wantedIds.has(id) || (key !== undefined && wantedKeys.has(key)),
    );
    return [...(await this.#events.withAny(ids, keys)), ...collected.map((event) => ({ ...event }))];
  }

  async marks(): Promise<Marks> {
    return { ...this.#state.marks };
  }

  async getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    const texts = await this.#texts(keys.map(({ view, key }) => ({ slot: this.#slotOf(view), key })));
    return texts.map((text) => (text === undefined ? undefined : JSON.parse(text)));
  }

  async listRows(view: string, { after, limit }: Page): Promise<readonly KeyedRow[]> {
    const slot = this.#slotOf(view);
    const changed = this.#collected.keysOf(slot, after === undefined ? {} : { after });
    // As many more as may be gone, so that the page is full however many are.
    const asked = limit + changed.filter((key) => this.#collected.get(slot, key)?.text === undefined).length;
    const stored = await this.#rows.list(
      slot,
      after === undefined ? { limit: asked } : { after, limit: asked },
    );
    const rows = this.#collected.over(slot, stored, after, stored.length < asked);
    return rows.slice(0, limit).map(({ key, text }) => ({ key, row: JSON.parse(text) }));
  }

  async countRows(view: string, between?: Between): Promise<number> {
    const slot = this.#slotOf(view);
    const changed = this.#collected.keysOf(slot, between);
    const before = await this.#stored(changed.map((key) => ({ slot, key })));
    const after = changed.map((key) => this.#collected.get(slot, key)?.text);
    const count = (texts: readonly (string | undefined)[]) =>
      texts.filter((text) => text !== undefined).length;
    return (await this.#rows.count(slot, between)) - count(before) + count(after);
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#rejections.newest(limit);
  }

  countRejected(): Promise<number> {
    return this.#rejections.count();
  }

  async append(event: RecordedEvent): Promise<void> {
    this.#collected.append(event, this.#state.head);
    this.#firstId ??= event.id;
    this.#change({ head: event.seq });
  }

  async blank(seq: number, data: string): Promise<void> {
    await this.#settle();
    const [event] = await this.#events.after(seq - 1, 1, this.#settledHead);
    if (event?.seq !== seq) throw new WhetstoneError("not_found", `there is no event ${seq}`);
    await this.#events.blank({ ...event, data });
  }

  async putRows(changes: readonly RowChange[]): Promise<void> {
    for (const { view, key, row } of changes)
      this.#collected.put(this.#slotOf(view), key, row === undefined ? undefined : JSON.stringify(row));
    this.#change({});
    if (this.#collected.rowCount > rowsCollected) await this.#settle();
  }

  async clearView(view: string): Promise<void> {
    await this.#settle();
    await this.#rows.clear(this.#slotOf(view));
  }

  async renameView(from: string, to: string): Promise<void> {
    this.#change({ slots: swappedSlots(this.#state.slots, from, to) });
  }

  async setMarks(marks: Marks): Promise<void> {
    this.#change({ marks: structuredClone(marks) });
  }

  async reject(rejection: Rejection, kept: number): Promise<void> {
    await this.#settle();
    await this.#rejections.add(rejection, kept);
  }

  async blankRejection(rejection: Rejection): Promise<void> {
    await this.#settle();
    await this.#rejections.blank(rejection);
  }

  /**
   * Makes everything durable and, if `leave`, ends the turn with it. Returns the state that it leaves, or
   * undefined where it did nothing at all: then the turn goes on. `revision` is a value that nobody had.
   */
  async commit(revision: string, leave: boolean): Promise<ProjectState | undefined> {
    if (!this.#changed) return undefined;
    const state = { ...this.#state, revision };
    const [marks, sum] = marksOf(this.#project, state);
    const facts = [this.#project, this.#revision, state.head, revision, marks, sum, leave];
    const written = await this.#connection.all(commitSql, ...facts, ...this.#collected.values());
    if (written.length === 0) throw turnLost(this.#project);
    if (this.#begun) await this.#connection.run("COMMIT");
    this.#keepRows(revision);
    return state;
  }

  async rollBack(): Promise<void> {
    if (this.#begun) await this.#connection.run("ROLLBACK");
  }

  /** The id of the first event that the transaction appended: it is in the log if and only if all of it is. */
  get firstId(): string | undefined {
    return this.#firstId;
  }

  #keepRows(revision: string): void {
    if (this.#begun) {
      this.#held.drop(this.#project);
      return;
    }
    this.#held.advance(this.#project, this.#revision, revision);
    for (const { slot, key, text } of this.#collected.changes())
      this.#held.set(this.#project, revision, slot, key, text);
  }

  #change(changes: Partial<ProjectState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed = true;
  }

  #slotOf(view: string): string {
    return slotOf(this.#state.slots, view);
  }

  async #texts(keys: readonly SlotKey[]): Promise<readonly (string | undefined)[]> {
    const known = keys.map(({ slot, key }) => this.#collected.get(slot, key));
    const missing = keys.filter((_, index) => known[index] === undefined);
    const stored = [...(await this.#stored(missing))];
    return known.map((each) => (each === undefined ? stored.shift() : each.text));
  }

  /** Rows as the database has them. */
  async #stored(keys: readonly SlotKey[]): Promise<readonly (string | undefined)[]> {
    const held = keys.map(({ slot, key }) =>
      this.#begun ? undefined : this.#held.get(this.#project, this.#revision, slot, key),
    );
    const missing = keys.filter((_, index) => held[index] === undefined);
    if (missing.length === 0) return held.map((each) => each?.text);
    const found = await this.#rows.get(missing);
    if (!this.#begun)
      for (const [index, { slot, key }] of missing.entries())
        this.#held.set(this.#project, this.#revision, slot, key, found[index]);
    const texts = [...found];
    return held.map((each) => (each === undefined ? texts.shift() : each.text));
  }

  /** From here on the database knows everything, in a transaction of its own. */
  async #settle(): Promise<void> {
    if (!this.#begun) await this.#connection.run("BEGIN");
    this.#begun = true;
    this.#changed = true;
    if (this.#collected.isEmpty) return;
    await this.#connection.all(settleSql, this.#project, ...this.#collected.values());
    this.#collected.clear();
    this.#settledHead = this.#state.head;
  }
}

/** Another had the turn although nobody gave it up: the session that held it had ended. */
function turnLost(project: string): WhetstoneError {
  return new WhetstoneError("busy", "the turn of this writer was lost. Nothing was written.", {
    next: "call again",
    values: { project },
  });
}
