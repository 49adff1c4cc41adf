import { readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { projectFiles } from "./files.mjs";

/**
 * A path of the machine at hand in a committed file leaks who wrote it and breaks for everyone else.
 *
 * @param {string} root
 * @returns {string[]} one line per place
 */
export function machinePathProblems(root) {
  const places = [...new Set([homedir(), root, realpathSync(root)])].filter((place) => place.length > 1);
  // Neither a closing tag of that name nor a part of a pattern is a path.
  const forbidden = places.map((place) => new RegExp(`(?<![<\\\\])${escaped(place)}(?![\\w.-])`));
  return projectFiles(root).flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        forbidden.some((path) => path.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
