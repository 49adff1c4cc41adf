/** The parts of the product that the retrieval benches use, bundled from source. */
export { defaults } from "../../src/base/config/settings.js";
export { codeTokens } from "../../src/reading/language/words.js";
export { folderSize } from "../../src/search/lancedb/disk-usage.js";
export { LanceIndex } from "../../src/search/lancedb/lance-index.js";
export { LessonSearch } from "../../src/search/lesson-search.js";
export { MemoryIndex } from "../../src/search/memory-index.js";
export { openSearch } from "../../src/search/open-search.js";
export { aboutPrompt } from "../../src/search/order/about-prompt.js";
export { rankLessons } from "../../src/search/order/rank-lessons.js";
export { signalNames } from "../../src/search/order/signals.js";
export { learnSynonyms } from "../../src/search/order/synonym-map.js";
export { openStaticEmbedder } from "../../src/search/static-embedder.js";
export { openTransformersEmbedder } from "../../src/search/transformers/transformers-embedder.js";
export { WordTable } from "../../src/search/word-table.js";
