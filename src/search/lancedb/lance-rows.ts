import type { Schema, Table } from "apache-arrow";
import type { ModelStamp, VectorRow } from "../vector-index.js";
import type { Arrow } from "./import-lancedb.js";
import { kindKey, projectKey, rowKey } from "./lance-keys.js";

const metadataKeys = {
  model: "whetstone.model",
  dimensions: "whetstone.dimensions",
  vectors: "whetstone.vectors",
  table: "whetstone.table",
} as const;

/**
 * How vectors are normalised. A table with another value was written by other code and is filled again.
 */
const normalisation = "length 1";

/** The columns and the model. `table` distinguishes this table from an earlier one of the same name. */
export function tableSchema(arrow: Arrow, { name, dimensions }: ModelStamp, table: string): Schema {
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
    [metadataKeys.model, name],
    [metadataKeys.dimensions, String(dimensions)],
    [metadataKeys.vectors, normalisation],
    [metadataKeys.table, table],
  ] as const;
  return new ArrowSchema([...texts, vector], new Map(facts));
}

/** The model of a table and its id; undefined when Whetstone did not write it. */
export function readStamp({ metadata }: Schema): (ModelStamp & { readonly table: string }) | undefined {
  const [name, dimensions, table] = [metadataKeys.model, metadataKeys.dimensions, metadataKeys.table].map(
    (key) => metadata.get(key),
  );
  if (name === undefined || table === undefined || !/^\d+$/.test(dimensions ?? "")) return undefined;
  if (metadata.get(metadataKeys.vectors) !== normalisation) return undefined;
  return { name, dimensions: Number(dimensions), table };
}

/** One Arrow batch with all vectors in a flat array: ten times faster than a list of objects. */
export function arrowTable(arrow: Arrow, schema: Schema, project: string, rows: readonly VectorRow[]): Table {
  const dimensions = rows[0]?.vector.length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  for (const [place, { vector }] of rows.entries()) values.set(vector, place * dimensions);
  const owner = projectKey(project);
  const columns = [
    rows.map(({ id }) => rowKey(project, id)),
    rows.map(() => owner),
    rows.map(({ kind }) => kindKey(kind)),
    rows.map(({ id }) => encodeName(id)),
    rows.map(({ kind }) => encodeName(kind)),
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

/** Names are stored as JSON, because UTF-8 cannot represent half of a surrogate pair. */
function encodeName(name: string): string {
  return JSON.stringify(name);
}

export function decodeName(column: unknown): string {
  return String(JSON.parse(String(column)));
}

/** The last row of each id: LanceDB refuses a batch that writes one row twice. */
export function lastOfEachId(rows: readonly VectorRow[]): readonly VectorRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
