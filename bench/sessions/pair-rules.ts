/** The pure rules of failures as pairs, bundled from source. */

export { defaults } from "../../src/base/config/settings.js";
export * from "../../src/lessons/failure/rules/call.js";
export * from "../../src/lessons/failure/rules/mine.js";
export * from "../../src/lessons/failure/rules/nearest.js";
export * from "../../src/lessons/failure/rules/pairs.js";
export * from "../../src/lessons/failure/rules/when.js";
export * from "../../src/lessons/failure/rules/words.js";
export * from "../../src/reading/output.js";
