import { normalised } from "../../engines/retrieval/cosine.js";
import { WhetstoneError } from "../../errors.js";
import type { Embedder, Embedding } from "../embedder.js";
import { importTransformers, type Transformers } from "./import-transformers.js";
import { loader, sourceOf, type TransformersOptions } from "./model-loader.js";

/** Lessons are short; a longer text is about many things and is better cut than averaged. */
const mostTokens = 256;

/**
 * No token of a real text is longer on average. Cutting here first keeps a megabyte away from the tokenizer.
 */
const charsPerToken = 32;

/**
 * Quantised weights are run one text at a time: they scale by the largest value of a batch, so that a text's
 * vector would depend on its neighbours. It costs a third of the speed.
 */
const batchSize = 16;

/** Any feature-extraction model through Transformers.js: mean of its tokens, of length 1, loaded once. */
export async function openTransformersEmbedder(options: TransformersOptions): Promise<Embedder> {
  const transformers = await importTransformers();
  const source = sourceOf(options);
  const load = await loader(transformers, source, options);
  const tokenizer = await load((from) => transformers.AutoTokenizer.from_pretrained(source.id, from));
  const model = await load((from) => transformers.AutoModel.from_pretrained(source.id, from));
  const limits = [tokenizer.model_max_length, positionsOf(model.config), mostTokens].filter(
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
    run(texts).catch((error: unknown) => Promise.reject(failed(source.id, error)));
  // A model that loads and cannot embed, because it is one for another task, is none.
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

/** The runtime's errors are of many kinds; to whoever searches they are one. */
function failed(model: string, cause: unknown): WhetstoneError {
  const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  return new WhetstoneError("model_unavailable", `the model ${model} cannot embed: ${reason}`, {
    field: "retrieval.embedder",
    next: "name a model for feature extraction, or set retrieval.embedder to built-in",
    values: { model },
    cause,
  });
}

function positionsOf(config: unknown): number {
  const { max_position_embeddings: positions } = (config ?? {}) as {
    readonly max_position_embeddings?: unknown;
  };
  return typeof positions === "number" && Number.isFinite(positions) ? positions : 0;
}

type Tokenizer = Awaited<ReturnType<Transformers["AutoTokenizer"]["from_pretrained"]>>;
type Model = Awaited<ReturnType<Transformers["AutoModel"]["from_pretrained"]>>;

/** Texts as token ids, each cut so that what the model ends a text with is still its end. */
function tokenise(tokenizer: Tokenizer, maxTokens: number, texts: readonly string[]) {
  const longest = maxTokens * charsPerToken;
  const end = endOf(tokenizer);
  return texts.map((text) => {
    const ids = tokenizer.encode(splitIdentifiers(text.slice(0, longest)));
    if (ids.length <= maxTokens) return { ids, truncated: text.length > longest };
    return { ids: [...ids.slice(0, maxTokens - end.length), ...end], truncated: true };
  });
}

/** The marks that a tokenizer puts behind every text, and not those before it. */
function endOf(tokenizer: Tokenizer): readonly number[] {
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

/** Word pieces are learned from prose: `getUserName` is three words to a model, not eleven scraps of one. */
function splitIdentifiers(text: string): string {
  return text.replace(/(?<=[a-z0-9])(?=[A-Z])|_+|(?<=[A-Za-z])(?=\d)/g, " ");
}
