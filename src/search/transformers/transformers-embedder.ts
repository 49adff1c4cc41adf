import { firstLineOf, WhetstoneError } from "../../base/errors.js";
import type { Embedder, Embedding } from "../embedder.js";
import { normalised } from "../order/cosine.js";
import { importTransformers, type Transformers } from "./import-transformers.js";
import { createLoader, modelSource, type TransformersOptions } from "./model-loader.js";

/** Lessons are short. A longer text covers many topics, and cutting it works better than averaging. */
const tokenLimit = 256;

/**
 * Longer than the average token of any real text. Cutting by it keeps a megabyte of text from the tokenizer.
 */
const charsPerToken = 32;

/**
 * Only for full weights. Quantised weights scale by the largest value of a batch, so the vector of a text
 * would depend on the others; they run one text at a time, which costs a third of the speed.
 */
const batchSize = 16;

/** Opens a feature-extraction model. The vector of a text is the normalised mean of its tokens. */
export async function openTransformersEmbedder(options: TransformersOptions): Promise<Embedder> {
  const transformers = await importTransformers();
  const source = modelSource(options);
  const load = await createLoader(transformers, source, options);
  const tokenizer = await load((from) => transformers.AutoTokenizer.from_pretrained(source.id, from));
  const model = await load((from) => transformers.AutoModel.from_pretrained(source.id, from));
  const limits = [tokenizer.model_max_length, maxPositions(model.config), tokenLimit].filter(
    (limit) => limit > 0,
  );
  const maxTokens = Math.min(...limits);
  const atOnce = source.weights === "q8" ? 1 : batchSize;
  const run = async (texts: readonly string[]) => {
    const tokens = tokenise(tokenizer, maxTokens, texts);
    const vectors: Embedding[] = [];
    for (let from = 0; from < texts.length; from += atOnce) {
      const batch = tokens.slice(from, from + atOnce);
      vectors.push(...(await embedBatch(transformers, model, tokenizer.pad_token_id ?? 0, batch)));
    }
    return vectors;
  };
  const embed = (texts: readonly string[]) =>
    run(texts).catch((error: unknown) => Promise.reject(embedError(source.id, error)));
  // Fails here when the model loads but cannot embed, because it is for another task.
  const [probe] = await embed(["dimensions"]);
  return {
    name: source.name,
    dimensions: probe?.vector.length ?? 0,
    maxTokens,
    batchSize,
    embed,
    close: async () => {
      await model.dispose();
    },
  };
}

function embedError(model: string, cause: unknown): WhetstoneError {
  return new WhetstoneError("model_unavailable", `the model ${model} cannot embed: ${firstLineOf(cause)}`, {
    field: "retrieval.embedder",
    next: "name a model for feature extraction, or set retrieval.embedder to built-in",
    values: { model },
    cause,
  });
}

function maxPositions(config: unknown): number {
  const { max_position_embeddings: positions } = (config ?? {}) as {
    readonly max_position_embeddings?: unknown;
  };
  return typeof positions === "number" && Number.isFinite(positions) ? positions : 0;
}

type Tokenizer = Awaited<ReturnType<Transformers["AutoTokenizer"]["from_pretrained"]>>;
type Model = Awaited<ReturnType<Transformers["AutoModel"]["from_pretrained"]>>;

/** Token ids of each text. A text that is cut keeps the closing tokens of the model. */
function tokenise(tokenizer: Tokenizer, maxTokens: number, texts: readonly string[]) {
  const longest = maxTokens * charsPerToken;
  const end = closingTokens(tokenizer);
  return texts.map((text) => {
    const ids = tokenizer.encode(splitIdentifiers(text.slice(0, longest)));
    if (ids.length <= maxTokens) return { ids, truncated: text.length > longest };
    return { ids: [...ids.slice(0, maxTokens - end.length), ...end], truncated: true };
  });
}

/** The tokens that a tokenizer appends to every text. */
function closingTokens(tokenizer: Tokenizer): readonly number[] {
  const frame = tokenizer.encode("");
  const text = tokenizer.encode("a");
  let same = 0;
  while (same < frame.length && frame.at(-1 - same) === text.at(-1 - same)) same += 1;
  return frame.slice(frame.length - same);
}

async function embedBatch(
  { mean_pooling, Tensor }: Transformers,
  model: Model,
  padding: number,
  batch: readonly { readonly ids: readonly number[]; readonly truncated: boolean }[],
): Promise<readonly Embedding[]> {
  const longest = Math.max(...batch.map(({ ids }) => ids.length));
  const tensor = (at: (ids: readonly number[], place: number) => number) =>
    new Tensor(
      "int64",
      BigInt64Array.from(
        batch.flatMap(({ ids }) => Array.from({ length: longest }, (_, place) => BigInt(at(ids, place)))),
      ),
      [batch.length, longest],
    );
  const mask = tensor((ids, place) => (place < ids.length ? 1 : 0));
  const inputs = { input_ids: tensor((ids, place) => ids[place] ?? padding), attention_mask: mask };
  const { last_hidden_state, token_embeddings } = await model(inputs);
  const pooled = mean_pooling(last_hidden_state ?? token_embeddings, mask);
  const width = pooled.dims.at(-1) ?? 0;
  const values = Float32Array.from(pooled.data as Float32Array);
  return batch.map(({ truncated }, place) => ({
    vector: normalised(values.subarray(place * width, (place + 1) * width)),
    truncated,
  }));
}

/** Tokenizers are trained on prose: as three words `getUserName` is understood, as one it is split badly. */
function splitIdentifiers(text: string): string {
  return text.replace(/(?<=[a-z0-9])(?=[A-Z])|_+|(?<=[A-Za-z])(?=\d)/g, " ");
}
