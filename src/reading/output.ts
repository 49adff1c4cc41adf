/** Lines of an output that are looked at: its beginning and its end, where programs say how they ended. */
const mostLines = 400;
/** A longer line is data. */
const lineChars = 1_000;
/** Tells a line from others; what follows rarely does. */
const formChars = 120;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that begins a color
const colors = /\u001b\[[0-9;?]*[A-Za-z]/g;
const hostMarks = /<\/?tool_use_error>/g;
const exitLine = /^(?:Error: )?Exit code \d+\n?/;

/** The lines that a call printed, without colors and what its host put around them; empty ones left out. */
export function printedLines(output: string): readonly string[] {
  const text = output.replace(colors, "").replace(hostMarks, "").replace(exitLine, "");
  const lines = text.split(/\r?\n/).filter((line) => /[\p{L}\p{N}_]/u.test(line));
  const kept =
    lines.length > mostLines ? [...lines.slice(0, mostLines / 2), ...lines.slice(-mostLines / 2)] : lines;
  return kept.map((line) => line.slice(0, lineChars));
}

const volatile: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/g, " url "],
  [/\b[0-9a-f]{8}-[0-9a-f-]{20,}\b/g, " # "],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g, " # "],
  [/(?<![\p{L}\p{N}_])\d+/gu, "#"],
];

/** A text without what differs from one time to the next. A number inside a name stays: it is the name. */
export function withoutVolatile(text: string): string {
  return volatile.reduce((rest, [pattern, sign]) => rest.replace(pattern, sign), text);
}

/** A printed line as it is compared with others. */
export function lineForm(line: string): string {
  return withoutVolatile(line.slice(0, 4 * formChars).trim())
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, formChars);
}

const errorWords = new RegExp(
  [
    String.raw`\b(?:errors?|err|fail(?:ed|ure|s)?|fatal|cannot|can't|could ?n[o']t|unable|not found|no such`,
    "invalid|unknown|unrecognized|unexpected|undefined|denied|missing|refused|rejected|exception|panic",
    "illegal|unsupported|must|does ?n[o']t|not (?:a|allowed|supported|exist|installed|recognized|permitted)",
    "no (?:module|tests?|matches|rule)|timed? ?out|required?|wrong|conflict|abort(?:ed|ing)?|forbidden",
    String.raw`expired?)\b|error:`,
  ].join("|"),
  "i",
);
/** `ENOENT` among other words in capitals is no name: somebody shouts. */
const errorNames =
  /[A-Z]\w+(?:Error|Exception)\b|(?<![A-Z]{2,}\s)\bE[A-Z]{4,}(?=[:,;.)'"]|$)(?!\W*\s[A-Z]{2,})|\bERR_/;
const hardWords = /\b(?:error|fatal|panic|ERR!?|E\d{3,}|exception)\b/i;
const beginsHard = /^\s*(?:error|fatal|failed|panic|unknown|usage)\b/i;
const placed = /^\S+:\d+(?::\d+)?/;
const spoken = /^[\w@./()-]+:\s/;
/** What programs say beside errors: progress, warnings, echoed commands. */
export const softLine = new RegExp(
  [
    String.raw`^\s*(?:✓|✔|√|ok\b|pass|\(pass\)|info\b|debug\b|warn|at |File "|\d+ (?:pass|skip)|>|\$ |#|npm warn)`,
    String.raw`\b0 (?:errors?|fail)`,
    "warning",
  ].join("|"),
  "i",
);
const quotes = /["'`‘][^"'`]+["'`’]/;
const outcomeLine = /exit(?:ed)? (?:status|code|with)|elifecycle|script .* exited|command failed|hook/i;
const thrown = /Error:|Exception:/;

/** Whether a line has one of the words that errors have in every language of programs. */
export function saysError(line: string): boolean {
  return errorWords.test(line) || errorNames.test(line);
}

/** A line among those of its output. */
interface Candidate {
  readonly line: string;
  readonly text: string;
  readonly place: number;
  readonly of: number;
  readonly isError: boolean;
  readonly isFirstError: boolean;
  readonly isLastError: boolean;
  readonly words: ReadonlySet<string>;
  readonly callWords: ReadonlySet<string>;
  readonly isRepeated: boolean;
}

type Feature = (candidate: Candidate) => boolean | number;

/**
 * What speaks for a line and against it. The weights are those of a logistic regression over lines that people
 * marked in the outputs of three projects; nothing in them knows a program.
 */
const features: readonly (readonly [weight: number, Feature])[] = [
  [1.429, ({ place }) => place === 0],
  [-0.052, ({ place }) => place === 1],
  [-0.215, ({ place }) => place === 2],
  [0.265, ({ place }) => Math.log1p(place) / 5],
  [0.326, ({ place, of }) => place === of - 1],
  [-0.54, ({ place, of }) => place === of - 2],
  [0.168, ({ place, of }) => Math.log1p(of - 1 - place) / 5],
  [-1.339, ({ place, of }) => place / Math.max(1, of - 1)],
  [1.762, ({ of }) => of === 1],
  [1.043, ({ isError }) => isError],
  [0.69, ({ isFirstError }) => isFirstError],
  [0.835, ({ isLastError }) => isLastError],
  [-0.098, ({ line }) => hardWords.test(line)],
  [0.24, ({ line }) => beginsHard.test(line)],
  [0.191, ({ text }) => spoken.test(text)],
  [0.776, ({ text }) => placed.test(text)],
  [-1.858, ({ text }) => softLine.test(text)],
  [-0.357, ({ text }) => text.length < 15],
  [1.855, ({ text }) => Math.min(text.length, 300) / 300],
  [-0.924, ({ text }) => text.length > 300],
  [0.593, ({ line }) => indentOf(line) > 0],
  [-0.127, ({ line }) => indentOf(line) > 3],
  [0.84, ({ text }) => text.endsWith(":")],
  [-0.15, ({ text }) => quotes.test(text)],
  [0.26, (candidate) => sharedWords(candidate) > 0],
  [-1.212, (candidate) => sharedWords(candidate) / Math.max(1, candidate.words.size)],
  [-0.064, ({ isRepeated }) => isRepeated],
  [1.961, ({ text }) => (text.match(/[\p{L} ]/gu)?.length ?? 0) / Math.max(1, text.length)],
  [0.208, ({ line }) => outcomeLine.test(line)],
  [-0.141, ({ line }) => thrown.test(line)],
  [-1.03, ({ text }) => /^[{}[\]<>|=\-*+#]/.test(text)],
  [-0.273, ({ place, isFirstError }) => isFirstError && place === 0],
];

/** A causing line is kept as far as this. */
const causeChars = 300;

/** The line that states why a call failed, the one of the best rank; "" of a call that printed nothing. */
export function causingLine(call: string, lines: readonly string[]): string {
  const ranked = candidates(call, lines).map((candidate) => ({
    text: candidate.text,
    rank: features.reduce((sum, [weight, feature]) => sum + weight * Number(feature(candidate)), 0),
  }));
  const best = ranked.reduce<(typeof ranked)[number] | undefined>(
    (first, each) => (first !== undefined && first.rank >= each.rank ? first : each),
    undefined,
  );
  return best?.text.slice(0, causeChars) ?? "";
}

function candidates(call: string, lines: readonly string[]): readonly Candidate[] {
  const callWords = wordsIn(call);
  const forms = lines.map(lineForm);
  const counts = new Map<string, number>();
  for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
  const errors = lines.map(saysError);
  const [first, last] = [errors.indexOf(true), errors.lastIndexOf(true)];
  return lines.map((line, place) => ({
    line,
    text: line.trim(),
    place,
    of: lines.length,
    isError: errors[place] === true,
    isFirstError: place === first,
    isLastError: place === last,
    words: wordsIn(line),
    callWords,
    isRepeated: (counts.get(forms[place] ?? "") ?? 0) > 1,
  }));
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z][\w-]{2,}/g));
}

function sharedWords({ words, callWords }: Candidate): number {
  let shared = 0;
  for (const word of words) if (callWords.has(word)) shared += 1;
  return shared;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
