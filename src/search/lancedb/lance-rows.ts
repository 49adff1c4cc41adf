import type { Schema, Table } from "apache-arrow";
import type { ModelStamp, VectorRow } from "../vector-index.js";
import type { Arrow } from "./import-lancedb.js";
import { keyOf, kindKeyOf, ownerOf } from "./lance-keys.js";

const names = {
  model: "whetstone.model",
  dimensions: "whetstone.dimensions",
  vectors: "whetstone.vectors",
  table: "whetstone.table",
} as const;

/**
 * How vectors are normalised. A table that says something else was written by other code and is filled anew.
 */
const normalisation = "length 1";

/** The columns, with what made the vectors. `table` tells this table from an earlier one of the same name. */
export function schemaOf(arrow: Arrow, { name, dimensions }: ModelStamp, table: string): Schema {
  const { Field, FixedSizeList, Float32, Schema: ArrowSchema, Utf8 } = arrow;
  const texts = ["key", "owner", "kind_key", "id", "kind"].map(
    (column) => new Field(column, new Utf8(), false),
  );
  const vector = new Field(
    "vector",
    new FixedSizeList(dimensions, new Field("item", new Float32(), true)),
    false,
  );
  const facts = [
    [names.model, name],
    [names.dimensions, String(dimensions)],
    [names.vectors, normalisation],
    [names.table, table],
  ] as const;
  return new ArrowSchema([...texts, vector], new Map(facts));
}

/** What a table says of itself; undefined for one that is not ours. */
export function stampOf({ metadata }: Schema): (ModelStamp & { readonly table: string }) | undefined {
  const [name, dimensions, table] = [names.model, names.dimensions, names.table].map((key) =>
    metadata.get(key),
  );
  if (name === undefined || table === undefined || !/^\d+$/.test(dimensions ?? "")) return undefined;
  if (metadata.get(names.vectors) !== normalisation) return undefined;
  return { name, dimensions: Number(dimensions), table };
}

/** Rows as one Arrow batch, the vectors in one flat array: ten times faster than a list of objects. */
export function tableOf(arrow: Arrow, schema: Schema, project: string, rows: readonly VectorRow[]): Table {
  const dimensions = rows[0]?.vector.length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  for (const [place, { vector }] of rows.entries()) values.set(vector, place * dimensions);
  const owner = ownerOf(project);
  const columns = [
    rows.map(({ id }) => keyOf(project, id)),
    rows.map(() => owner),
    rows.map(({ kind }) => kindKeyOf(kind)),
    rows.map(({ id }) => written(id)),
    rows.map(({ kind }) => written(kind)),
  ].map((column) => arrow.vectorFromArray(column, new arrow.Utf8()).data[0]);
  const item = arrow.makeData({ type: new arrow.Float32(), length: values.length, data: values });
  const type = schema.fields[5]?.type;
  const vectors = arrow.makeData({ type, length: rows.length, nullCount: 0, child: item } as Parameters<
    Arrow["makeData"]
  >[0]);
  const struct = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: rows.length,
    nullCount: 0,
    children: [...columns, vectors],
  } as Parameters<Arrow["makeData"]>[0]);
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, struct as never)]);
}

/** A name as a column holds it: as JSON, for UTF-8 has no way to write half of a surrogate pair. */
function written(name: string): string {
  return JSON.stringify(name);
}

/** A name as it was given. */
export function readName(column: unknown): string {
  return String(JSON.parse(String(column)));
}

/** The last row of each id: LanceDB refuses a batch that writes one row twice. */
export function withoutRepeats(rows: readonly VectorRow[]): readonly VectorRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
