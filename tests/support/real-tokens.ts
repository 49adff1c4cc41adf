import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";

const root = join(import.meta.dirname, "../..");

/** Marks of a vocabulary are text like any other here. */
const plain = { disallowedSpecial: new Set<string>() };

/** The exact number of tokens, by the dearer of two public vocabularies. */
export function realTokens(text: string): number {
  return Math.max(o200k(text, plain), cl100k(text, plain));
}

/** Real texts of this repository: its pages and its code. */
export function repositoryTexts(): readonly string[] {
  const pages = ["README.md", "CONTRIBUTING.md", ...filesOf("docs", ".md")];
  return [...pages, ...filesOf("src", ".ts")].map((file) => readFileSync(join(root, file), "utf8"));
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file));
}
