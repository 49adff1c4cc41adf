import type { CauseRow } from "./cause.js";

/** `bash: line 1: `, `/bin/sh: 1: `, `zsh:1: `, `(eval):1: `, `./run.sh: line 46: `. */
const speaker = String.raw`^(?:\(eval\)|\S{0,200}?sh|-bash):(?: -c:)?(?: ?(?:line )?\d+:)? `;

/**
 * What a shell itself says when it cannot do what it was told: about a program that is missing, a folder, a
 * pattern, or the command line as a whole.
 */
export const shellCauses: readonly CauseRow[] = [
  { pattern: said(String.raw`command not found: (?<program>\S{1,100})$`), kind: "environment" },
  { pattern: said(String.raw`(?<program>\S{1,100}): (?:command )?not found$`), kind: "environment" },
  { pattern: /^(?:\(eval\)|\S{0,20}sh):cd:\d+: .*?: (?<named>.{1,300})$/, kind: "misuse", program: "cd" },
  { pattern: said("cd: (?<named>.{1,300}?): "), kind: "misuse", program: "cd" },
  { pattern: said("no matches found: (?<named>.{1,300})$"), kind: "misuse" },
  { pattern: said("permission denied: ?$"), kind: "host", program: "shell" },
  { pattern: said("(?:parse|syntax) error"), kind: "host", program: "shell" },
  { pattern: said("unexpected (?:EOF|end of file|token)"), kind: "host", program: "shell" },
  {
    pattern: said(
      "(?:.{1,200}: )?(?:bad substitution|unmatched |bad pattern|event not found|unbound variable)",
    ),
    kind: "host",
    program: "shell",
  },
  { pattern: said(String.raw`permission denied: (?<program>\S{1,300})$`), kind: "environment" },
  { pattern: said(String.raw`(?<program>\S{1,300}): permission denied$`), kind: "environment" },
  { pattern: said(String.raw`no such file or directory: (?<program>\S{1,300})$`), kind: "misuse" },
  { pattern: said(String.raw`(?<program>\S{1,300}): no such file or directory$`), kind: "misuse" },
];

function said(message: string): RegExp {
  return new RegExp(`${speaker}(?:${message})`, "i");
}
