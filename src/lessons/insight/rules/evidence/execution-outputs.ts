import { type FencedBlock, markdownBlocks } from "../../../../reading/language/markdown.js";
import { anyWord, oneOf } from "../../../../reading/language/patterns.js";
import { isTranscript, looksLikeOutput } from "./terminal-text.js";

/**
 * What a fence with output is called; any other name is that of a language, and its content is source or
 * data.
 */
const outputNames = oneOf(
  "console, shell-?session, (?:ba)?sh-session, shell, bash, sh, zsh, terminal, text, txt, plaintext, plain",
  "output, stdout, stderr, log, ansi, pycon, powershell, pwsh",
);
const outputInfo = new RegExp(`^${outputNames}?(?![\\w+#-])`, "i");
/** Words for something that was run. */
const ran = anyWord(
  "outputs?, stdout, stderr, ran, re-?ran, running, executed, executing, prints, printed, printing, reports",
  "reported, (?:stack ?)?trace(?:back)?, logs, logged, fails with, failed with, exit(?:s|ed)? with",
  "exit (?:code|status), results? of, test (?:run|results?)",
);
/** Not what happened, but what should or could happen, or what was not done. */
const unreal = anyWord(
  "expect(?:ed|s)?, examples?, sample, would, should, shall, will, could, might, may, imagine, suppose",
  "hypothetical(?:ly)?, assum\\w{1,6}, illustrat\\w{1,8}, something like, similar to, e\\.g, for instance",
  "if",
  "please, pseudo, not (?:run|ran|executed?), (?:did|have|has) not, (?:did|have|has|could)n't, cannot",
);

/**
 * How many blocks of a text hold output of a program. A block counts when it is a closed fence of the
 * writer's own (not within a quote or a comment), named like output or not named at all, and
 *
 * - is a transcript: a prompt with a command, and below it at least one line that the command printed; or
 * - follows, with at most one empty line between, a line that ends in a colon and says that something was run
 * ("Output:", "Ran `npm test`:"), is not program source, and has a line such as only programs print: an exit
 * code, a
 * count of tests, a stack trace, an error.
 *
 * Neither counts below a line that speaks of what is expected, of an example or of what a person should do.
 * In doubt it is not output: a missed block costs one reinforcement, a false one teaches approval by
 * narrative.
 */
export function executionOutputs(text: string): number {
  let outputs = 0;
  let before = "";
  let gap = 0;
  for (const block of markdownBlocks(text)) {
    if (block.kind === "fence" && isOutput(block, gap <= 1 ? introduction(before) : "")) outputs += 1;
    const blank = block.kind === "line" && block.text.trim() === "";
    gap = blank ? gap + 1 : 0;
    if (!blank) before = block.kind === "line" ? block.text : "";
  }
  return outputs;
}

/**
 * A line without its marks of emphasis when it leads over to what follows; else nothing. Its end says enough.
 */
function introduction(line: string): string {
  const plain = line.slice(-300).replace(/[*_]/g, "").trim();
  return /[:：]$/.test(plain) ? plain : "";
}

function isOutput({ info, lines, closed }: FencedBlock, lead: string): boolean {
  const [named = ""] = outputInfo.exec(info) ?? [];
  if (!closed || (info !== "" && named === "") || unreal.test(lead)) return false;
  return isTranscript(lines) || (ran.test(lead) && looksLikeOutput(lines));
}
