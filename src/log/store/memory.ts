import { WhetstoneError } from "../../base/errors.js";
import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../events/envelope.js";
import { byBytes } from "./by-bytes.js";
import { Queue } from "./queue.js";
import type {
  Between,
  KeyedRow,
  Marks,
  Page,
  ReadTransaction,
  Rejection,
  RowChange,
  RowKey,
  Store,
  StoreInspection,
  WriteTransaction,
} from "./store.js";

interface ProjectState {
  readonly events: readonly RecordedEvent[];
  readonly marks: Marks;
  readonly rejected: readonly Rejection[];
  /** View, then key, then the row as JSON, so that no caller shares an object with the store. */
  readonly views: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const empty: ProjectState = { events: [], marks: {}, rejected: [], views: new Map() };

/** The slow, obvious store: the oracle in tests, and a store for programs that want to keep nothing. */
export class MemoryStore implements Store {
  readonly kind = "memory";
  readonly location = undefined;
  readonly replacements = 0;
  readonly #projects = new Map<string, ProjectState>();
  readonly #queue = new Queue();
  #closed = false;

  read<T>(project: string, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#queue.run(() => work(new MemoryTransaction(project, this.#state(project))));
  }

  write<T>(project: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const tx = new MemoryTransaction(project, this.#state(project));
      const result = await work(tx);
      this.#projects.set(project, tx.state);
      return result;
    });
  }

  async inspect(): Promise<StoreInspection> {
    return { exists: this.#projects.size > 0, sizeBytes: 0, problems: [], backups: [] };
  }

  async backUp(): Promise<undefined> {
    return undefined;
  }

  async scrub(): Promise<boolean> {
    return true;
  }

  async restore(): Promise<readonly string[]> {
    this.#projects.clear();
    return [];
  }

  close(): Promise<void> {
    return this.#queue.run(async () => {
      this.#projects.clear();
      this.#closed = true;
    });
  }

  #state(project: string): ProjectState {
    if (this.#closed)
      throw new WhetstoneError("closed", "this Whetstone was closed", { next: "open it again" });
    return this.#projects.get(project) ?? empty;
  }
}

/** Every change makes a new state; a transaction that fails is simply not kept. */
class MemoryTransaction implements WriteTransaction {
  readonly #project: string;
  state: ProjectState;

  constructor(project: string, state: ProjectState) {
    this.#project = project;
    this.state = state;
  }

  async head(): Promise<number> {
    return this.state.events.length;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.state.events.slice(seq, seq + limit);
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    return this.state.events.find((event) => event.id === id);
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    return this.state.events.find((event) => event.key === key);
  }

  async marks(): Promise<Marks> {
    return { ...this.state.marks };
  }

  async getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return keys.map(({ view, key }) => {
      const json = this.state.views.get(view)?.get(key);
      return json === undefined ? undefined : JSON.parse(json);
    });
  }

  async listRows(view: string, { after, limit }: Page): Promise<readonly KeyedRow[]> {
    return [...(this.state.views.get(view) ?? [])]
      .filter(([key]) => after === undefined || byBytes(key, after) > 0)
      .sort(([a], [b]) => byBytes(a, b))
      .slice(0, limit)
      .map(([key, json]) => ({ key, row: JSON.parse(json) }));
  }

  async countRows(view: string, between?: Between): Promise<number> {
    const keys = [...(this.state.views.get(view)?.keys() ?? [])];
    if (between === undefined) return keys.length;
    return keys.filter((key) => byBytes(key, between.after) > 0 && byBytes(key, between.before) < 0).length;
  }

  async countRejected(): Promise<number> {
    return this.state.rejected.length;
  }

  async rejected(limit: number): Promise<readonly Rejection[]> {
    return this.state.rejected.slice(0, limit);
  }

  async append(event: RecordedEvent): Promise<void> {
    const { events } = this.state;
    const fits = event.seq === events.length + 1 && event.project === this.#project;
    const taken = events.some(
      (each) => each.id === event.id || (event.key !== undefined && each.key === event.key),
    );
    if (!fits || taken)
      throw new Error(`event ${event.seq} does not follow ${events.length}, or its id or key is taken`);
    this.state = { ...this.state, events: [...events, { ...event }] };
  }

  async blank(seq: number, data: string): Promise<void> {
    this.state = {
      ...this.state,
      events: this.state.events.map((event) => (event.seq === seq ? { ...event, data } : event)),
    };
  }

  async putRows(changes: readonly RowChange[]): Promise<void> {
    for (const { view, key, row } of changes)
      this.#changeView(view, (rows) => {
        if (row === undefined) rows.delete(key);
        else rows.set(key, JSON.stringify(row));
      });
  }

  async clearView(view: string): Promise<void> {
    this.#changeView(view, (rows) => rows.clear());
  }

  async renameView(from: string, to: string): Promise<void> {
    const moved = this.state.views.get(from) ?? new Map<string, string>();
    this.#changeView(from, (rows) => rows.clear());
    this.#changeView(to, (rows) => {
      for (const [key, json] of moved) rows.set(key, json);
    });
  }

  async setMarks(marks: Marks): Promise<void> {
    this.state = { ...this.state, marks: { ...marks } };
  }

  async reject(rejection: Rejection, kept: number): Promise<void> {
    this.state = { ...this.state, rejected: [{ ...rejection }, ...this.state.rejected].slice(0, kept) };
  }

  async blankRejection(rejection: Rejection): Promise<void> {
    const blanked = { ...rejection };
    this.state = {
      ...this.state,
      rejected: this.state.rejected.map((each) => (each.id === blanked.id ? blanked : each)),
    };
  }

  #changeView(view: string, change: (rows: Map<string, string>) => void): void {
    const rows = new Map(this.state.views.get(view));
    change(rows);
    this.state = { ...this.state, views: new Map(this.state.views).set(view, rows) };
  }
}
