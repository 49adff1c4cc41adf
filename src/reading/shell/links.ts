import { type Known, noteUnread } from "./known.js";
import { baseName, isOneOf, isOption, splitOption, wordSet } from "./words.js";

const symbolic = wordSet("-s --symbolic");
const relative = wordSet("-r --relative");
const folderOptions = wordSet("-t --target-directory");

/** More links on one way than people make. */
const mostLinks = 8;

/**
 * The links that `ln` makes, each with where it leads, from the folder that it runs in. With two operands it
 * is unknown whether the last one is a folder for the link or the link.
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
export function throughLinks(file: string, known: Known): readonly string[] {
  const ways = [file];
  for (let way: string | undefined = file; ways.length <= mostLinks; ways.push(way)) {
    way = followed(way, known);
    if (way === undefined) break;
  }
  return ways;
}

/** No system takes a longer path. */
const longestPath = 4_096;

function followed(file: string, known: Known): string | undefined {
  if (known.links.size === 0 || file.length > longestPath) return undefined;
  known.stepsLeft -= 1;
  if (known.stepsLeft < 0) {
    noteUnread(known, "too long");
    return undefined;
  }
  const path = plainPath(file);
  let found = "";
  for (const link of known.links.keys())
    if (link.length > found.length && `${path}/`.startsWith(`${link}/`)) found = link;
  return found === "" ? undefined : `${known.links.get(found)}${path.slice(found.length)}`;
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
