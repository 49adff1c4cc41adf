import { sumOf } from "../../log/store/checksum.js";
import type { Between, Page } from "../../log/store/store.js";
import type { Connection } from "./driver.js";
import { damaged } from "./translate-error.js";

const ofView = "FROM whetstone.view_row WHERE project = $1 AND view = $2";
const sql = {
  get: `SELECT wanted.place::integer AS place, view_row.row, view_row.sum
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS wanted (view, key, place)
    JOIN whetstone.view_row
      ON view_row.project = $1 AND view_row.view = wanted.view AND view_row.key = wanted.key`,
  first: `SELECT key, row, sum ${ofView} ORDER BY key LIMIT $3`,
  after: `SELECT key, row, sum ${ofView} AND key > $3 ORDER BY key LIMIT $4`,
  count: `SELECT count(*)::integer AS count ${ofView}`,
  countBetween: `SELECT count(*)::integer AS count ${ofView} AND key > $3 AND key < $4`,
  clear: `DELETE ${ofView}`,
};

/** A row by the slot of its view. Its text is the JSON of the row. */
export interface SlotKey {
  readonly slot: string;
  readonly key: string;
}

export interface RowText {
  readonly key: string;
  readonly text: string;
}

interface StoredRow {
  readonly key: string;
  readonly row: string;
  readonly sum: number;
}

/** The rows of one project's views in the database. Each is checked against its sum when it is read. */
export class ViewRows {
  readonly #project: string;
  readonly #connection: Connection;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  /** One statement, however many rows are asked for. */
  async get(wanted: readonly SlotKey[]): Promise<readonly (string | undefined)[]> {
    const [slots, keys] = [wanted.map(({ slot }) => slot), wanted.map(({ key }) => key)];
    const found = await this.#connection.all<Omit<StoredRow, "key"> & { readonly place: number }>(
      ...([sql.get, this.#project, slots, keys] as const),
    );
    const texts: (string | undefined)[] = wanted.map(() => undefined);
    for (const { place, row, sum } of found)
      texts[place - 1] = this.#checked({ key: keys[place - 1] ?? "", row, sum });
    return texts;
  }

  async list(slot: string, { after, limit }: Page): Promise<readonly RowText[]> {
    const found =
      after === undefined
        ? await this.#connection.all<StoredRow>(sql.first, this.#project, slot, limit)
        : await this.#connection.all<StoredRow>(sql.after, this.#project, slot, after, limit);
    return found.map((each) => ({ key: each.key, text: this.#checked(each) }));
  }

  async count(slot: string, between?: Between): Promise<number> {
    const of = [this.#project, slot];
    const found =
      between === undefined
        ? await this.#connection.get<{ readonly count: number }>(sql.count, ...of)
        : await this.#connection.get<{ readonly count: number }>(
            ...([sql.countBetween, ...of, between.after, between.before] as const),
          );
    return found?.count ?? 0;
  }

  async clear(slot: string): Promise<void> {
    await this.#connection.all(sql.clear, this.#project, slot);
  }

  #checked({ key, row, sum }: StoredRow): string {
    if (sum === rowSum(this.#project, key, row)) return row;
    throw damaged(this.#project, `row '${key}' does not match its checksum`);
  }
}

/** A sum as the database keeps it: its numbers of 32 bits have a sign. */
export function rowSum(project: string, key: string, text: string): number {
  return sumOf(project, key, text) | 0;
}
