import type { Known } from "./known.js";
import { baseName, isOneOf, isOption, splitOption, wordSet } from "./words.js";

const symbolic = wordSet("-s --symbolic");
const relative = wordSet("-r --relative");
const folderOptions = wordSet("-t --target-directory");

/** More links on one way than people make. */
const mostLinks = 8;

/**
 * The links that `ln` makes, each with where it leads, from the folder that it runs in. With two operands it is unknown whether the last one
 * is a folder for the link or the link.
 */
export function linksMadeBy(words: readonly string[]): readonly (readonly [link: string, to: string])[] {
  const options = words.filter(isOption);
  const has = (wanted: ReadonlySet<string>) => options.some((word) => isOneOf(word, wanted));
  const { targets, places } = partsOf(words);
  const fromLink = has(symbolic) && !has(relative);
  return targets.flatMap((to) =>
    places(to).map((link) => [link, fromLink ? besides(link, to) : to] as const),
  );
}

function partsOf(words: readonly string[]): {
  readonly targets: readonly string[];
  readonly places: (target: string) => readonly string[];
} {
  const at = words.findIndex((word) => folderOptions.has(splitOption(word)[0]));
  const named = at === -1 ? undefined : splitOption(words[at] ?? "")[1];
  const valueAt = at === -1 || named !== undefined ? -1 : at + 1;
  const operands = words.filter((word, index) => index > 0 && index !== valueAt && !isOption(word));
  const below = (folder: string) => (target: string) => [`${folder}/${baseName(target)}`];
  if (at !== -1) return { targets: operands, places: below(named ?? words[valueAt] ?? "") };
  const [last = "", ...others] = operands.toReversed();
  if (others.length === 0) return { targets: [last], places: below(".") };
  return {
    targets: others,
    places: (target) => [...(others.length === 1 ? [last] : []), ...below(last)(target)],
  };
}

/** A file as it is written, and as the links lead that the command line made before. */
export function throughLinks(file: string, { links }: Known): readonly string[] {
  const ways = [file];
  if (links.size === 0) return ways;
  for (let way = followed(file, links); way !== undefined; way = followed(way, links)) {
    if (ways.push(way) > mostLinks) break;
  }
  return ways;
}

function followed(file: string, links: ReadonlyMap<string, string>): string | undefined {
  const parts = plainPath(file).split("/");
  for (let length = parts.length; length > 0; length -= 1) {
    const to = links.get(parts.slice(0, length).join("/"));
    if (to !== undefined) return [to, ...parts.slice(length)].join("/");
  }
  return undefined;
}

function besides(link: string, to: string): string {
  return /^[/~$]/.test(to) ? to : `${link.slice(0, link.lastIndexOf("/") + 1)}${to}`;
}

/** Without `.`, `..` behind a name, and empty parts. */
export function plainPath(path: string): string {
  const parts: string[] = [];
  for (const [at, part] of path.split("/").entries()) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== ".." && parts.at(-1) !== "") parts.pop();
    else if (part !== "." && (part !== "" || at === 0)) parts.push(part);
  }
  return parts.join("/");
}
