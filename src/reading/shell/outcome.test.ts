import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decidingPrograms } from "./outcome.js";

const cases: readonly (readonly [string, string, string])[] = [
  ["npm test", "npm", ""],
  ["cd app && npm test", "cd npm", ""],
  ["npm test | tail -5", "tail", "npm"],
  ["npm test |& tee log", "tee", "npm"],
  ["npm test 2>&1 | tail -5", "tail", "npm"],
  ["a; b", "b", "a"],
  ["a\nb", "b", "a"],
  ["a & b", "b", "a"],
  ["a || b", "b", "a"],
  ["a && b || c && d", "c d", "a b"],
  ["a && b | c && d", "a c d", "b"],
  ["a && (b; c)", "a c", "b"],
  ["(a && b) | c", "c", "a b"],
  ["a && \\\n b", "a b", ""],
  ["a &&\n b", "a b", ""],
  ["set -e; a; b", "set a b", ""],
  ["set -euo pipefail\na | b", "set a b", ""],
  ["a; s=$?; b; exit $s", "a b exit", ""],
  ["a; exit 0", "exit", "a"],
  ["X=1 sudo env Y=2 /usr/bin/make all", "make", ""],
  ["timeout 30 npm test", "npm", ""],
  ["find . | xargs -n 1 rm", "rm", "find"],
  ["for f in *; do lint $f; done", "lint", "for"],
  ["if a; then b; fi", "b", "a"],
  ["echo 'a; b | c'", "echo", ""],
  ['echo "a && $(b | c)" && d', "echo d", ""],
  ["git commit -m \"$(cat <<'EOF'\nit's a; b\nEOF\n)\" && git push", "git git", ""],
  ["cat <<EOF | a\nb && c\nEOF\nd", "d", "cat a"],
  ["a > out.txt 2>/dev/null < in.txt", "a", ""],
  ["a &> all.log", "a", ""],
  ["a # | b; c", "a", ""],
  ["a 'not closed; b", "a", ""],
  ["(a && (b", "a b", ""],
  [")) a", "a", ""],
  ["", "", ""],
  ["   \n;;", "", ""],
  ["bash -c 'a; b'", "b", "a"],
  ["bash -c 'a | b' && c", "b c", "a"],
  ["bash -ec 'a; b'", "a b", ""],
  ["bash -eo pipefail -c 'a | b; c'", "a b c", ""],
  ["sudo -u x sh -c 'a || b' | tee log", "tee", "a b"],
  ["a |\n b", "b", "a"],
  ["(a) |\n b", "b", "a"],
  ["f() { a; }; f", "f", "a"],
  ["x=(a b) c", "c", ""],
  ["trap 'a' EXIT; b", "b", "trap"],
  ["source a.sh && b", "source b", ""],
  ["find . -exec a \\;", "find", ""],
];

describe("the programs that decide an exit code", () => {
  it.each(cases)("of %j the deciding programs are %j and the masked ones %j", (command, deciding, masked) => {
    const found = decidingPrograms(command);
    const names = (programs: typeof found.deciding) => programs.map(({ words: [name] }) => name).join(" ");
    expect([names(found.deciding), names(found.masked)]).toEqual([deciding, masked]);
  });

  it("every program of any text has a word", () => {
    const pieces = fc.constantFrom(
      "a",
      " ",
      "|",
      "&&",
      "||",
      ";",
      "\n",
      "(",
      ")",
      "'",
      '"',
      "`",
      "$(",
      "\\",
      "#",
      ">",
      "2>&1",
      "<<E",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const { deciding, masked } = decidingPrograms(parts.join(""));
        expect([...deciding, ...masked].every(({ words }) => words.length > 0)).toBe(true);
      }),
    );
  });
});
