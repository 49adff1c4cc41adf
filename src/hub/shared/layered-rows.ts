import type { JsonObject } from "../../base/json.js";
import { byBytes } from "../../log/store/by-bytes.js";
import type {
  Between,
  KeyedRow,
  Page,
  ReadTransaction,
  RowChange,
  RowKey,
  WriteTransaction,
} from "../../log/store/store.js";
import type { TailState } from "../../log/store/tail-state.js";

/** A row of the upper layer: what stands in place of the lower one; without `row` there is none. */
type UpperRow = { readonly row?: JsonObject };

/**
 * Rows in two layers: below those of the hub's log, above what the tail makes of them. Only rows that the
 * tail has changed are above. Two more views know which keys are new above and which are gone, so that
 * counting reads no rows.
 */
export class LayeredRows {
  protected readonly tx: ReadTransaction;
  protected readonly state: TailState;

  constructor(tx: ReadTransaction, state: TailState) {
    this.tx = tx;
    this.state = state;
  }

  /** Both layers in one call. */
  async get(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    const above = keys.map(({ view }) => this.isPatched(view));
    if (!above.includes(true)) return this.tx.getRows(keys);
    const asked = keys.filter((_key, index) => above[index]).map(({ view, key }) => atUpper(view, key));
    const found = await this.tx.getRows([...keys, ...asked]);
    let next = keys.length;
    return keys.map((_key, index) => {
      if (!above[index]) return found[index];
      const upper = found[next++] as UpperRow | undefined;
      return upper === undefined ? found[index] : upper.row;
    });
  }

  async list(view: string, { after, limit }: Page): Promise<readonly KeyedRow[]> {
    if (!this.isPatched(view))
      return this.tx.listRows(view, after === undefined ? { limit } : { limit, after });
    const found: KeyedRow[] = [];
    for (let from = after; ; ) {
      const page: Page = from === undefined ? { limit } : { limit, after: from };
      const lower = await this.tx.listRows(view, page);
      const upper = await this.tx.listRows(upperOf(view), page);
      const end = lastOfBoth(lower, upper, limit);
      found.push(...mergedRows(lower, upper, end));
      if (found.length >= limit || end === undefined) return found.slice(0, limit);
      from = end;
    }
  }

  async count(view: string, between?: Between): Promise<number> {
    const below = await this.tx.countRows(view, between);
    if (!this.isPatched(view)) return below;
    const entered = await this.tx.countRows(newOf(view), between);
    return below + entered - (await this.tx.countRows(goneOf(view), between));
  }

  protected isPatched(view: string): boolean {
    return this.state.patched.includes(view);
  }
}

export class WritableRows extends LayeredRows {
  protected override readonly tx: WriteTransaction;

  constructor(tx: WriteTransaction, state: TailState) {
    super(tx, state);
    this.tx = tx;
  }

  /** Puts rows into the upper layer. */
  async put(changes: readonly RowChange[]): Promise<void> {
    const last = new Map(changes.map((change) => [`${change.view}\0${change.key}`, change]));
    const kept = [...last.values()];
    const below = await this.tx.getRows(kept.map(({ view, key }) => ({ view, key })));
    for (const { view } of kept) if (!this.isPatched(view)) this.state.patched.push(view);
    await this.tx.putRows(kept.flatMap((change, index) => upperChanges(change, below[index] !== undefined)));
  }

  /** Removes every row of a view, one by one: the layers are not made for it, and the ledger does not do it. */
  async clear(view: string): Promise<void> {
    for (;;) {
      const page = await this.list(view, { limit: 1_000 });
      if (page.length === 0) return;
      await this.put(page.map(({ key }) => ({ view, key, row: undefined })));
    }
  }

  async rename(from: string, to: string): Promise<void> {
    for (;;) {
      const page = await this.list(from, { limit: 1_000 });
      if (page.length === 0) return;
      await this.put(
        page.flatMap(({ key, row }) => [
          { view: to, key, row },
          { view: from, key, row: undefined },
        ]),
      );
    }
  }

  /** Puts rows into the lower layer, under whatever stands above them. */
  async putBelow(changes: readonly RowChange[]): Promise<void> {
    await this.tx.putRows(changes);
    const covered = changes.filter(({ view }) => this.isPatched(view));
    if (covered.length === 0) return;
    const above = await this.tx.getRows(covered.map(({ view, key }) => atUpper(view, key)));
    await this.tx.putRows(
      covered.flatMap(({ view, key, row }, index) => {
        const upper = above[index] as UpperRow | undefined;
        return upper === undefined ? [] : upperChanges({ view, key, row: upper.row }, row !== undefined);
      }),
    );
  }

  /** Removes the upper rows of a view, so that the lower ones are seen again. */
  async uncover(view: string): Promise<void> {
    if (!this.isPatched(view)) return;
    for (const name of [upperOf(view), newOf(view), goneOf(view)]) await this.tx.clearView(name);
    this.state.patched = this.state.patched.filter((each) => each !== view);
  }

  async uncoverAll(): Promise<void> {
    for (const view of [...this.state.patched]) await this.uncover(view);
  }
}

/**
 * What a row above changes in the upper views. One that the tail made and removed leaves its mark: it may be
 * below later, when the hub has numbered the event that made it and not yet the one that removed it.
 */
function upperChanges({ view, key, row }: RowChange, isBelow: boolean): readonly RowChange[] {
  return [
    { ...atUpper(view, key), row: row === undefined ? {} : { row } },
    { view: newOf(view), key, row: row !== undefined && !isBelow ? {} : undefined },
    { view: goneOf(view), key, row: row === undefined && isBelow ? {} : undefined },
  ];
}

/** Up to which key both pages are complete; undefined if they hold everything to the end. */
function lastOfBoth(
  lower: readonly KeyedRow[],
  upper: readonly KeyedRow[],
  limit: number,
): string | undefined {
  const ends = [lower, upper].filter((page) => page.length >= limit).map((page) => page.at(-1)?.key ?? "");
  return ends.sort(byBytes)[0];
}

function mergedRows(
  lower: readonly KeyedRow[],
  upper: readonly KeyedRow[],
  end: string | undefined,
): readonly KeyedRow[] {
  const rows = new Map<string, JsonObject | undefined>(lower.map(({ key, row }) => [key, row]));
  for (const { key, row } of upper) rows.set(key, (row as UpperRow).row);
  return [...rows.keys()]
    .filter((key) => end === undefined || byBytes(key, end) <= 0)
    .sort(byBytes)
    .flatMap((key) => {
      const row = rows.get(key);
      return row === undefined ? [] : [{ key, row }];
    });
}

function atUpper(view: string, key: string): RowKey {
  return { view: upperOf(view), key };
}

function upperOf(view: string): string {
  return `team:over ${view}`;
}

function newOf(view: string): string {
  return `team:new ${view}`;
}

function goneOf(view: string): string {
  return `team:gone ${view}`;
}
