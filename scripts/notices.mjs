/** The licences of packages whose code is copied into bundles: they ask to go along with every copy. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} root
 * @param {Iterable<string>} files paths below root that a bundle was made of
 * @returns {string} one text with the licence of each package, in order of their names
 */
export function noticesOf(root, files) {
  const packages = new Set([...files].flatMap((file) => packageOf(file) ?? []));
  return [...packages]
    .sort()
    .map((folder) => noticeOf(root, folder))
    .join(`\n${"-".repeat(72)}\n\n`);
}

/** The folder of the innermost package that a file belongs to. */
function packageOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll("\\", "/"))?.[0];
}

function noticeOf(root, folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e(?:\.|$)/i.test(each));
  if (file === undefined) throw new Error(`${name} is bundled and has no licence file: add its text by hand`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(root, folder, file), "utf8").trim()}\n`;
}
