/**
 * The one table of rooms: what each is for and which others it may import.
 * dependency-cruiser's rules, Biome's list of pure rooms and docs/architecture.svg are made from it.
 * A room is a file or a folder of src/. Listed bottom up: a room imports only rooms above it in this list.
 *
 * @typedef {object} Room
 * @property {string} name
 * @property {string} path under src/; a folder ends in a slash
 * @property {string} about
 * @property {string[]} imports
 * @property {true} [pure] no clock, randomness, process, network or Node module
 * @property {string[]} [packages] npm packages it may import
 * @property {string[]} [adapters] parts that only compose.ts, tests and benches may import
 * @property {string[]} [mayUseDate] files of a pure room that convert between text and time
 * @property {string[]} [mayReadEnvironment] the only files of src/ that read process.env
 * @type {readonly Room[]}
 */
export const rooms = [
  { name: "errors", path: "errors.ts", about: "one error class, one closed list of codes", imports: [], pure: true },
  { name: "json", path: "json.ts", about: "the shape of stored values", imports: [], pure: true },
  { name: "ids", path: "ids.ts", about: "ids that sort by time", imports: [] },
  { name: "version", path: "version.ts", about: "which build this is", imports: [], pure: true },
  { name: "files", path: "files/", about: "files replaced whole, errors in our words", imports: ["errors"] },
  { name: "text", path: "text/", about: "nearest word, safe one-line text, digest", imports: [], pure: true },
  {
    name: "config",
    path: "config/",
    about: "every default, its unit, its source; the only reader of the environment",
    imports: ["errors", "json", "text"],
    mayReadEnvironment: ["environment.ts"],
  },
  {
    name: "events",
    path: "events/",
    about: "what happened: schemas, versions, upcasts",
    imports: ["errors", "json"],
    pure: true,
    packages: ["zod"],
    mayUseDate: ["time.ts"],
  },
  {
    name: "engines",
    path: "engines/",
    about: "pure rules, one folder per part of the model",
    imports: ["errors", "config", "events", "text"],
    pure: true,
  },
  {
    name: "formats",
    path: "formats/",
    about: "what other tools write, as our inputs",
    imports: ["errors", "text", "config", "events", "engines"],
    pure: true,
    packages: ["zod"],
  },
  {
    name: "projections",
    path: "projections/",
    about: "pure folds, one file per read model",
    imports: ["text", "config", "events", "engines"],
    pure: true,
  },
  {
    name: "store",
    path: "store/",
    about: "log and views in one transaction; memory and SQLite",
    imports: ["errors", "json", "files", "config", "events", "projections"],
    packages: ["better-sqlite3"],
    adapters: ["memory.ts", "sqlite/"],
  },
  {
    name: "search",
    path: "search/",
    about: "embedders and vector indexes behind two ports; what words and meaning find",
    imports: ["errors", "text", "files", "config", "engines"],
    packages: ["@huggingface/transformers", "@lancedb/lancedb", "apache-arrow"],
    adapters: ["open-search.ts", "memory-embedder.ts", "static-embedder.ts", "transformers/", "lancedb/"],
  },
  {
    name: "project",
    path: "project/",
    about: "which project this is and where its files live",
    imports: ["errors", "text", "files"],
  },
  {
    name: "predicates",
    path: "predicates/",
    about: "runs the checks of directives, fails closed",
    imports: ["text", "config", "engines"],
    packages: ["re2js"],
  },
  {
    name: "models",
    path: "models/",
    about: "asks a language model, when a person switched one on",
    imports: ["errors", "text", "config", "files", "predicates"],
    packages: ["ai", "@ai-sdk"],
    adapters: ["ai-sdk.ts", "claude-program.ts", "codex-program.ts"],
  },
  {
    name: "losses",
    path: "losses/",
    about: "what was given up so that an agent could go on",
    imports: [],
    adapters: ["file.ts", "memory.ts"],
  },
  {
    name: "app",
    path: "app/",
    about: "one file per verb; the only writer",
    imports: [
      "formats",
      "errors",
      "files",
      "text",
      "config",
      "events",
      "engines",
      "projections",
      "store",
      "project",
      "search",
      "predicates",
      "models",
      "losses",
    ],
    packages: ["zod"],
  },
  {
    name: "compose",
    path: "compose.ts",
    about: "config in, a Whetstone out; chooses the adapters",
    imports: [
      "ids",
      "version",
      "config",
      "events",
      "projections",
      "store",
      "project",
      "search",
      "models",
      "losses",
      "app",
    ],
  },
  {
    name: "swarm",
    path: "swarm/",
    about: "errors, storages and semantic memory under the swarm's names",
    imports: ["errors", "events", "engines", "app", "compose"],
  },
  {
    name: "governance",
    path: "governance/",
    about: "run outcomes and learning state under the governance's names",
    imports: ["errors", "engines", "app", "compose", "swarm"],
  },
  {
    name: "cli",
    path: "cli/",
    about: "a tree of lazily loaded commands",
    imports: ["errors", "version", "text", "files", "formats", "config", "app", "compose"],
  },
  {
    name: "index",
    path: "index.ts",
    about: "the public door",
    imports: ["errors", "engines", "app", "compose", "swarm", "governance"],
  },
];
