import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

export interface TinyModel {
  readonly dimensions: number;
  readonly maxTokens: number;
  /** The vector of each token, by its place in the vocabulary. */
  readonly rows: readonly Float32Array[];
  readonly vocabulary: readonly string[];
}

/**
 * Writes a model in the folder layout of Transformers.js: real files, read by the real runtime, with one
 * operation, the row of each token. What it should answer can so be computed by hand.
 */
export function writeTinyModel(folder: string, dimensions = 6, maxTokens = 12, file = "model"): TinyModel {
  const vocabulary = [...special, ...alphabet, ...alphabet.map((letter) => `##${letter}`)];
  const rows = vocabulary.map((_, token) =>
    Float32Array.from({ length: dimensions }, (_, place) => Math.sin(token * 7.31 + place * 2.17 + 1)),
  );
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, `onnx/${file}.onnx`), gatherModel(rows, dimensions));
  const config = {
    model_type: "bert",
    architectures: ["BertModel"],
    hidden_size: dimensions,
    vocab_size: vocabulary.length,
    max_position_embeddings: maxTokens,
  };
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json("config.json", config);
  json("tokenizer.json", tokenizer(vocabulary));
  json("tokenizer_config.json", {
    tokenizer_class: "BertTokenizer",
    do_lower_case: true,
    model_max_length: maxTokens,
    unk_token: "[UNK]",
    sep_token: "[SEP]",
    pad_token: "[PAD]",
    cls_token: "[CLS]",
    mask_token: "[MASK]",
  });
  return { dimensions, maxTokens, rows, vocabulary };
}

/** The mean of the rows of these tokens and of the two that frame every text, of length 1. */
export function tinyVector(
  { rows, vocabulary, dimensions }: TinyModel,
  tokens: readonly string[],
): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const token of ["[CLS]", ...tokens, "[SEP]"]) {
    for (const [place, value] of (rows[vocabulary.indexOf(token)] ?? []).entries())
      sum[place] = (sum[place] ?? 0) + value;
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

function tokenizer(vocabulary: readonly string[]) {
  const token = (name: string) => ({ SpecialToken: { id: name, type_id: 0 } });
  const known = (id: string) => ({ id, ids: [vocabulary.indexOf(id)], tokens: [id] });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [token("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, token("[SEP]")],
      pair: [token("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, token("[SEP]")],
      special_tokens: { "[CLS]": known("[CLS]"), "[SEP]": known("[SEP]") },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
}

/** ONNX is a protobuf message: `onnx.proto` has the numbers of the fields. */
function gatherModel(rows: readonly Float32Array[], dimensions: number): Buffer {
  const table = message([
    number(1, rows.length),
    number(1, dimensions),
    number(2, 1),
    text(8, "table"),
    bytes(9, Buffer.concat(rows.map((row) => Buffer.from(row.buffer)))),
  ]);
  const gather = message([
    text(1, "table"),
    text(1, "input_ids"),
    text(2, "last_hidden_state"),
    text(4, "Gather"),
  ]);
  const int64 = 7;
  const float32 = 1;
  const graph = message([
    bytes(1, gather),
    text(2, "tiny"),
    bytes(5, table),
    bytes(11, value("input_ids", int64, ["batch", "sequence"])),
    bytes(12, value("last_hidden_state", float32, ["batch", "sequence", dimensions])),
  ]);
  return message([number(1, 8), bytes(7, graph), bytes(8, message([text(1, ""), number(2, 13)]))]);
}

function value(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const sizes = shape.map((size) => bytes(1, typeof size === "number" ? number(1, size) : text(2, size)));
  const tensor = message([number(1, type), bytes(2, message(sizes))]);
  return message([text(1, name), bytes(2, bytes(1, tensor))]);
}

function message(fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

function number(field: number, amount: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(amount)]);
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content));
}

function varint(amount: number): Buffer {
  const out: number[] = [];
  let left = amount;
  while (left > 127) {
    out.push((left & 127) | 128);
    left >>>= 7;
  }
  return Buffer.from([...out, left]);
}
