import { callText, coreOf, lineWords, overlap, shared, wordsOf, wordsWithFolder } from "./words.mjs";

/**
 * When is what was said right? Only texts are compared: the line that an agent was shown, the calls of the
 * stream and the labels of a person. Nothing here knows how the product tells failures apart.
 */

const remedyMark = /what worked[^:]*:/gi;

/** A line in two: what is said to fail, and what is said to help. A line without the mark is both. */
function partsOf(text) {
  const marks = [...text.matchAll(remedyMark)];
  const last = marks.at(-1);
  if (last === undefined) return { failing: text, remedy: text };
  return { failing: text.slice(0, last.index), remedy: text.slice(last.index + last[0].length) };
}

/** Whether a line says by a quotation what fails. */
export function quotesFailure(text) {
  const { failing, remedy } = partsOf(text);
  return failing !== remedy && quotedIn(failing).length > 0;
}

/** The calls that a text quotes, in backticks or else in double quotes. */
function quotedIn(text) {
  return [...text.matchAll(/(`+)(.+?)\1(?!`)|"([^"]+)"/gs)].map(([, , code, words]) => code ?? words);
}

/**
 * Whether a text names a labelled remedy. `remedy` is the call that the label calls the remedy, `failed` the
 * call that failed.
 *
 * The rule: (1) a quoted call shares at least half of all words with the remedy and is nearer to it than to
 * the failed call; or (2) of the words that the remedy has and the failed call lacks, at least half stand in
 * the text; where the remedy only leaves words out, at least half of those do, and not as a part of the
 * failed call. Near words count (`words.mjs`). Messages, what shortens an output, and the folder before a
 * call are left out, the folder only where something else differs.
 */
export function namesRemedy(text, { remedy, failed }) {
  const said = partsOf(text).remedy;
  const moves = coreOf(remedy) === coreOf(failed);
  const [right, wrong] = [remedy, failed].map(moves ? wordsWithFolder : wordsOf);
  if (right.size === 0) return false;
  const quoted = quotedIn(said).map(moves ? wordsWithFolder : wordsOf);
  if (quoted.some((words) => overlap(words, right) >= 0.5 && overlap(words, right) > overlap(words, wrong)))
    return true;
  const came = without(right, wrong);
  const went = quoted.some((words) => overlap(words, wrong) >= 0.8) ? new Set() : without(wrong, right);
  const telling = came.size > 0 ? came : went;
  return telling.size > 0 && shared(telling, wordsOf(said)) >= telling.size / 2;
}

function without(words, others) {
  return new Set([...words].filter((word) => !others.has(word)));
}

/** A printed line with fewer words is printed by too much. */
const tellingWords = 3;
const plainWords = 6;
const cutLine = 15;

/**
 * Whether a line is about a failed call: it quotes a call that shares four fifths of all words with it, or
 * what it printed.
 */
export function isAbout(text, call) {
  const called = wordsOf(callText(call));
  const quoted = quotedIn(partsOf(text).failing).map(wordsOf);
  return quoted.some((words) => overlap(words, called) >= 0.8) || quotesOutput(text, call);
}

/**
 * Whether a line holds four fifths of the words of a line that a call printed, and names the tool or a word
 * of the call. A printed line of `plainWords` words speaks for itself, and of a long one `cutLine` words are
 * enough. Names in quotes differ from one time to the next, and do not count where enough other words are
 * left.
 */
export function quotesOutput(text, call) {
  const { failing } = partsOf(text);
  const spoken = new Set(failing.toLowerCase().match(/[\w@./:=-]*\w[\w@./:=-]*/g) ?? []);
  const named = [call.tool, ...wordsOf(callText(call))].some((word) => spoken.has(word.toLowerCase()));
  const held = lineWords(failing);
  return printedLines(call).some((line) => {
    const words = tellingWordsOf(line);
    const common = [...words].filter((word) => held.has(word)).length;
    if (words.size < (named ? tellingWords : plainWords)) return false;
    return common >= 0.8 * words.size || common >= cutLine;
  });
}

function tellingWordsOf(line) {
  const unquoted = lineWords(line.replace(/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g, " "));
  return unquoted.size >= tellingWords ? unquoted : lineWords(line);
}

/** What a failed call printed: the first and the last lines, without what the host puts around them. */
export function printedLines({ output }) {
  const lines = plainOutput(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length <= 400 ? lines : [...lines.slice(0, 200), ...lines.slice(-200)];
}

/** An output without the host's own marks of a failure. */
export function plainOutput(output) {
  return output.replace(/<\/?tool_use_error>/g, "").replace(/^(?:Error: )?Exit code \d+\n?/, "");
}

/** Home folders are masked in what is kept. */
export function isSameLine(one, other) {
  const plain = (text) => text.replace(/(?:\/Users|\/home)\/[^/\s"':]+/g, "~").replace(/\s+/g, " ");
  const [a, b] = [one, other].map((text) => plain(text).trim());
  return a !== "" && b !== "" && (a.includes(b) || b.includes(a));
}

/** The very same call, whatever folder it runs in and however much of its output is read. */
export function isSameCall(one, other) {
  return one.tool === other.tool && coreOf(callText(one)) === coreOf(callText(other));
}
