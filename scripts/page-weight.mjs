/** How heavy the pages are: all files that a browser loads, compressed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const budgetBytes = 60_000;

/**
 * @param {string} root
 * @returns {readonly string[]}
 */
export function pageWeightProblems(root) {
  const folder = join(root, "dist/pages");
  const weights = readdirSync(folder).map((name) => [
    name,
    gzipSync(readFileSync(join(folder, name))).length,
  ]);
  const sum = weights.reduce((total, [, bytes]) => total + bytes, 0);
  return sum <= budgetBytes
    ? []
    : [`The pages weigh ${sum} bytes compressed, ${budgetBytes} are allowed:`, ...weights.map(String)];
}
