/** Names of functions that run a command, in any language. Methods count by their last name. */
const runners = new RegExp(
  `(?:(?<!/[a-z]{0,4}\\.)\\b(?:${[
    "system",
    "popen[234]?",
    "getoutput",
    "getstatusoutput",
    "shell_exec",
    "passthru",
    "proc_open",
    "exec[a-z]{0,3}",
    "execSync",
    "execFile",
    "execFileSync",
    "spawn[a-z]{0,3}",
    "spawnSync",
    "execa",
    "execaSync",
    "execaCommand",
    "run",
    "call",
    "check_call",
    "check_output",
    "Popen",
    "Command",
    "capture[23]?e?",
    "execute",
    "os_execute",
  ].join("|")})(?:\\s{0,9}\\(|\\s{1,9}(?=["'\`[]))|\\$(?=\`)|do shell script\\s{1,9})`,
  "g",
);

/** A text in quotes, as most languages write one. */
const literal = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|`((?:[^`\\]|\\[\s\S])*)`/y;

/** Texts in backticks are commands in some languages. */
const shellQuotes = /(?:qx|%x)\s{0,9}[({[/|]([^)}\]/|]{1,4000})|`([^`]{1,4000})`/g;

/** More calls than a line of code has. */
const mostCalls = 200;
/** More words than people give a program. */
const mostWords = 1_000;
/** A call with longer arguments is read as far as this. */
const mostArgumentChars = 4_000;

/**
 * The commands that a program text runs where they are plain: the texts in calls such as `os.system("…")`,
 * lists of words such as `"git", ["push"]`, which nobody writes one by one to print them, and texts in
 * backticks. Linear: each call reads a bounded piece.
 */
export function scriptsInCode(
  code: string,
  { backticks }: { readonly backticks: boolean },
): readonly string[] {
  const scripts: string[] = [];
  let calls = 0;
  for (const match of code.matchAll(runners)) {
    calls += 1;
    if (calls > mostCalls) break;
    const start = (match.index ?? 0) + match[0].length;
    const texts = literalsIn(code.slice(start, start + mostArgumentChars));
    const [first] = texts;
    if (first === undefined) continue;
    // `execvp("git", ["git", "push"])` names the program twice.
    const words = texts[1] === first ? texts.slice(1) : texts;
    scripts.push(first);
    if (words.length > 1) scripts.push(words.map(quoted).join(" "));
  }
  scripts.push(...listsOfWords(code));
  return backticks ? [...scripts, ...textsInBackticks(code)] : scripts;
}

const quote = /["'`]/g;
const between = /^\s{0,99},\s{0,99}\[?\s{0,99}$/;

/** Texts in quotes one behind the other, with nothing but a comma and a bracket between, as one command. */
function listsOfWords(code: string): readonly string[] {
  const lists: string[][] = [];
  let end = 0;
  quote.lastIndex = 0;
  for (let found = quote.exec(code); found !== null && lists.length < mostCalls; found = quote.exec(code)) {
    literal.lastIndex = found.index;
    const [whole, double, single, back] = literal.exec(code) ?? [];
    if (whole === undefined) break;
    const word = unescapeQuotes(double ?? single ?? back ?? "");
    const list = between.test(code.slice(end, found.index).slice(0, 300)) ? lists.at(-1) : undefined;
    if (list === undefined) lists.push([word]);
    else if (list.length < mostWords) list.push(word);
    end = found.index + whole.length;
    quote.lastIndex = end;
  }
  return lists.filter((words) => words.length > 1).map((words) => words.map(quoted).join(" "));
}

function textsInBackticks(code: string): readonly string[] {
  const found: string[] = [];
  for (const [, braced, ticked] of code.matchAll(shellQuotes)) {
    if (found.length >= mostCalls) break;
    found.push(braced ?? ticked ?? "");
  }
  return found;
}

/** The texts in quotes up to the bracket that closes the call. A quote that is not closed ends them. */
function literalsIn(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (/["'`]/.test(char)) {
      literal.lastIndex = at;
      const [whole, double, single, back] = literal.exec(text) ?? [];
      if (whole === undefined) break;
      found.push(unescapeQuotes(double ?? single ?? back ?? ""));
      at += whole.length - 1;
    } else if (/[([{]/.test(char)) depth += 1;
    else if (/[)\]}]/.test(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && /[;\n]/.test(char))) break;
  }
  return found;
}

function unescapeQuotes(text: string): string {
  return text.replace(/\\(["'`\\])/g, "$1").replaceAll("\\n", "\n");
}

/** A word as a shell reads it back. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
