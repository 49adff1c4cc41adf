import { make } from "../setting.js";

const { boolean, bytes, choice, count, ms, string, tokenPrice } = make;

/** The store, the log and the processes around them. */
export const foundation = {
  store: {
    kind: choice(
      "sqlite",
      ["sqlite", "memory"],
      "ours",
      "Which store holds the log; memory forgets everything at exit.",
    ),
    url: string(
      "",
      "ours",
      "Address of a PostgreSQL database that holds the log instead; not from a project's file.",
    ),
    folder: string("", "ours", "Folder of the database; empty means the user's data folder."),
    busyWaitMs: ms(
      60_000,
      [0, 600_000],
      "ours",
      "How long a writer waits for other writers before the code busy.",
    ),
    synchronous: choice(
      "full",
      ["full", "normal"],
      "ours",
      "With full, an acknowledged write survives a power cut; with normal only a kill of the process.",
    ),
    backupsKept: count(3, [0, 100], "ours", "How many backups stay; the oldest goes first."),
  },
  model: {
    enabled: boolean(false, "ours", "Whether a language model may be called at all."),
    callsPerDay: count(
      10,
      [0, 10_000],
      "directives: max_calls_per_day",
      "Language model calls allowed in one day.",
    ),
    provider: choice(
      "none",
      ["none", "openai-compatible", "anthropic", "claude", "codex"],
      "ours",
      "Who is asked: an endpoint, or the coding agent on this machine.",
    ),
    name: string("", "ours", "The model's name; empty means the agent's own choice."),
    baseUrl: string("", "ours", "Where the provider's endpoint is, such as http://127.0.0.1:11434/v1."),
    apiKeyVariable: string(
      "",
      "ours",
      "Name of the environment variable that holds the key; never the key itself.",
    ),
    timeoutMs: ms(120_000, [1000, 3_600_000], "ours", "A call that takes longer counts as no answer."),
    inputUsdPerMillionTokens: tokenPrice(0, [0, 10_000], "ours", "Price of what is asked; 0 means unknown."),
    outputUsdPerMillionTokens: tokenPrice(
      0,
      [0, 10_000],
      "ours",
      "Price of what is answered; 0 means unknown.",
    ),
  },
  server: {
    idleMs: ms(
      1_800_000,
      [1000, 86_400_000],
      "ours",
      "The local server leaves after this long without a request.",
    ),
    projectIdleMs: ms(
      300_000,
      [100, 86_400_000],
      "ours",
      "The local server closes a project that had no request for this long.",
    ),
    bodyMaxBytes: bytes(1_048_576, [1024, 104_857_600], "ours", "A larger request body is refused."),
    hookMaxBytes: bytes(
      16_777_216,
      [1024, 104_857_600],
      "ours",
      "A larger event of an agent is refused: it holds the files that a tool worked on.",
    ),
  },
};
