import { boundsOf } from "./bounds.js";
import { type FieldReader, isFields } from "./field-reader.js";
import type { FalsePositive } from "./verdict.js";

/** "A1", "SEC-003", "finding-2": one word of plain characters with a number in it. */
const findingId = /^(?=[^\d]{0,40}\d)[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
/** "A1: the input is checked upstream". Capitals only: "http2: …" is a text. */
const labelled = /^\[?([A-Z]{1,8}-?\d{1,6})\]?\s{0,3}[:–—-]\s{1,3}(?=\S)/u;

/** One entry of `false_positives`: an id, a text, an id with a text behind it, or an object of both. */
export function readFalsePositive(value: unknown, field: string, reader: FieldReader): FalsePositive {
  if (typeof value === "string")
    return ofText(reader.text(value, field, boundsOf.text).trim(), field, reader);
  if (!isFields(value)) {
    reader.refuse(`'${field}' must be an id, a text or an object`);
    return {};
  }
  const finding = reader.optionalId(value.id ?? value.finding, `${field}.id`, boundsOf.id);
  const text = reader.optionalText(value.text ?? value.summary, `${field}.text`, boundsOf.text)?.trim();
  if (finding === undefined && !text) reader.refuse(`'${field}' must have an id or a text`);
  return { ...(finding === undefined ? {} : { finding }), ...(text ? { text } : {}) };
}

function ofText(text: string, field: string, reader: FieldReader): FalsePositive {
  if (text === "") reader.refuse(`'${field}' must not be empty`);
  const bare = text.replace(/^#/, "");
  if (findingId.test(bare)) return { finding: bare };
  const [label, finding] = labelled.exec(text) ?? [];
  return label === undefined || finding === undefined
    ? { text }
    : { finding, text: text.slice(label.length) };
}
