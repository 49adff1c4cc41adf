import { readInside } from "../files/read-inside.js";
import { gitCommonDir } from "./git-common-dir.js";

/** A settings file of git is some kilobytes. */
const mostBytes = 262_144;

/**
 * The aliases in git's settings: those of a person, then those of the repository. The files are read as text:
 * starting git in a folder that somebody else filled may run programs. Files that they include are not read.
 */
export function gitAliases(root: string, home: string | undefined): ReadonlyMap<string, string> {
  const common = gitCommonDir(root);
  const places = [
    ...(home === undefined ? [] : [[home, ".config/git/config"] as const, [home, ".gitconfig"] as const]),
    ...(common === undefined ? [] : [[common, "config"] as const]),
  ];
  const texts = places.map(([folder, file]) => readInside(folder, file, mostBytes));
  return new Map(texts.flatMap((text) => (typeof text === "string" ? [] : aliasesIn(text.toString("utf8")))));
}

/** The entries of `[alias]`. A value may go on in the next line, behind a backslash. */
function aliasesIn(text: string): readonly (readonly [name: string, meaning: string])[] {
  const found: (readonly [string, string])[] = [];
  let inAliases = false;
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split("\n")) {
    const section = /^\s*\[([^\]]{0,200})\]/.exec(line)?.[1];
    if (section !== undefined) inAliases = section.trim().toLowerCase() === "alias";
    const [, name, value = ""] =
      /^\s*(?:\[[^\]]{0,200}\])?\s*([A-Za-z][\w-]{0,99})\s*=(.*)$/.exec(line) ?? [];
    if (inAliases && name !== undefined) found.push([name, unquotedValue(value)]);
  }
  return found;
}

/** A value as git reads it: a comment ends it, quotes go, `\"` and `\\` stand for themselves. */
function unquotedValue(value: string): string {
  let text = "";
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === '"') quoted = !quoted;
    else if (char === "\\") text += value.charAt(++at).replace("n", "\n").replace("t", "\t");
    else if (!quoted && /[#;]/.test(char)) break;
    else text += char;
  }
  return text.trim();
}
