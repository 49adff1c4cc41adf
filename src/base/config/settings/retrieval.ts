import { make } from "../setting.js";

const { boolean, choice, count, ratio, score, string } = make;

/** The one ranking that every kind of lesson goes through. */
export const retrieval = {
  retrieval: {
    triggerBoost: score(
      0.3,
      [0, 10],
      "directives: trigger-recall union",
      "Added when a trigger stands verbatim in the title.",
    ),
    synonymBoost: score(
      0.15,
      [0, 10],
      "directives: synonym map",
      "Added when a lesson has every word by synonym; a share for some.",
    ),
    coldStartBoost: score(
      0.08,
      [0, 10],
      "directives: cold-start bonus",
      "Added to a new lesson that was never applied.",
    ),
    mmrLambda: ratio(0.5, "directives: mmr_lambda", "1 ranks by relevance alone, 0 by difference alone."),
    synonymMaxPairs: count(
      500,
      [0, 100_000],
      "directives: synonym_map_max_pairs",
      "Pairs kept; the least recently used goes first.",
    ),
    gramWeight: ratio(0.3, "ours", "What parts of words count beside whole words; 0 switches them off."),
    meaningWeight: ratio(
      0.45,
      "ours",
      "The share of meaning in relevance; words have the rest. 0 ranks by words alone.",
    ),
    candidates: count(
      200,
      [1, 10_000],
      "ours",
      "Lessons taken from words and from meaning each, before ranking.",
    ),
    matrixMaxLessons: count(
      1_000_000,
      [0, 10_000_000],
      "ours",
      "Up to here meaning is compared in memory; a larger project asks the vector store.",
    ),
    embedder: string(
      "built-in",
      "ours",
      "The word built-in, the word off, the word transformers for Xenova/all-mpnet-base-v2, " +
        "or another model of Transformers.js by name or folder.",
    ),
    vectorStore: choice(
      "auto",
      ["auto", "lancedb", "memory"],
      "ours",
      "Where vectors are kept; auto takes LanceDB when it is installed and the project is larger than " +
        "memory is for.",
    ),
    modelDownloads: boolean(
      false,
      "ours",
      "Whether a model that is not on this machine may be downloaded, by 'whetstone search' or a program " +
        "that passes onDownload, once for all projects of the user; never by a hook.",
    ),
  },
};
