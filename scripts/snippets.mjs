/**
 * Code in the README and in docs/*.md is a region of a tested example. A block that follows
 * `<!-- example: examples/x.ts#name -->` equals the lines between `// #region name` and `// #endregion` of that
 * file. `node scripts/snippets.mjs --write` copies the regions in.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const marked = /(<!-- example: (\S+?)#(\S+) -->\n+```\w+\n)([\s\S]*?)^```$/gm;
const marker = /<!-- example:/g;

/**
 * @param {string} root
 * @returns {string[]} one line per block that differs from its example
 */
export function snippetProblems(root) {
  return pagesOf(root).flatMap((page) => problemsIn(root, page, readFileSync(join(root, page), "utf8")));
}

function pagesOf(root) {
  const docs = join(root, "docs");
  const pages = existsSync(docs) ? readdirSync(docs).filter((name) => name.endsWith(".md")) : [];
  return ["README.md", ...pages.map((name) => `docs/${name}`)].filter((page) => existsSync(join(root, page)));
}

function problemsIn(root, page, text) {
  const blocks = [...text.matchAll(marked)];
  const loose = [...text.matchAll(marker)].length - blocks.length;
  const stale = blocks
    .filter(([, , path, region, code]) => code !== `${readRegion(root, path, region)}\n`)
    .map(([, , path, region]) => `${page} differs from ${path}#${region}: node scripts/snippets.mjs --write`);
  return loose === 0 ? stale : [...stale, `${page}: ${loose} example marker(s) without a code block below`];
}

function readRegion(root, path, name) {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`);
  const length = lines.slice(start + 1).findIndex((line) => line.trim() === "// #endregion");
  if (start === -1 || length === -1) throw new Error(`${path} has no region ${name}`);
  return dedent(lines.slice(start + 1, start + 1 + length));
}

function dedent(lines) {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  return lines
    .map((line) => line.slice(shared))
    .join("\n")
    .trim();
}

/** Copies every marked region into the pages. */
export function writeSnippets(root) {
  for (const page of pagesOf(root)) {
    const file = join(root, page);
    const text = readFileSync(file, "utf8");
    const written = text.replace(
      marked,
      (_all, head, path, region) => `${head}${readRegion(root, path, region)}\n\`\`\``,
    );
    if (written !== text) writeFileSync(file, written);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, "..");
  if (process.argv.includes("--write")) writeSnippets(root);
  const problems = snippetProblems(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
