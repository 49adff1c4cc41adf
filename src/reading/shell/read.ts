import { type Braces, braceList, expandBraces } from "./braces.js";
import {
  fitsBudget,
  type Known,
  noteArray,
  noteUnread,
  noteValue,
  noteVariables,
  setsVariables,
} from "./known.js";
import { printedByList } from "./printed.js";
import { parameterValue, readAnsi, readDouble, readParameter, readSingle } from "./quoted-text.js";
import {
  type Command,
  type CommandList,
  deepest,
  type Group,
  type Link,
  type PendingDocument,
  type Reading,
  take,
} from "./reading.js";
import { isAssignment, keywords } from "./words.js";

export interface Script {
  /**
   * Every command, those in substitutions, subshells, groups and bodies of functions included, inner ones
   * first.
   */
  readonly commands: readonly Command[];
  /** Those of them that `&` leaves running. */
  readonly background: ReadonlySet<Command>;
  /** How the commands are joined that the script runs itself: not those in substitutions. */
  readonly list: CommandList;
}

/**
 * Reads a command line or a script as a POSIX shell does. Linear in the length of the text. Never throws:
 * what is not closed ends with the text. With `known`, what the script says of its variables is put in for
 * them, braces are expanded, and a substitution that is known to print a text stands as that text.
 */
export function readScript(text: string, known?: Known): Script {
  const reading: Reading = {
    text,
    at: 0,
    depth: 0,
    commands: [],
    background: new Set(),
    shell: undefined,
    pending: [],
    blocks: [],
    named: undefined,
    arithmetic: false,
    known,
    substitution: (inner, length) => printedText(inner, readNested(inner, length)) ?? "$()",
  };
  const list = readList(reading, "", false);
  return { commands: reading.commands, background: reading.background, list };
}

/** The text that a list prints, when that is known and there is room for it. */
function printedText({ known }: Reading, list: CommandList): string | undefined {
  if (known === undefined) return undefined;
  const text = printedByList(list);
  return text !== undefined && fitsBudget(known, text) ? text : undefined;
}

/** The list that is being read, with the command that is being read in it. */
interface Current {
  readonly chains: Link[][];
  joint: Link["joint"];
  stages: (Command | Group)[];
  /** The last thing read in the list is `|`. */
  piped: boolean;
  words: string[];
  bare: string[];
  input: string[];
  source: string[];
  output: string[];
  /** How many commands were read before this one, and before the chain that it stands in. */
  first: number;
  chainFirst: number;
  word: string | undefined;
  bareWord: string;
  quoted: boolean;
  braces: Braces[];
  /** Where the first word of the command stands that begins with a brace. */
  brace: number | undefined;
  /** What the next word is, if not a word of the command. */
  target: "read file" | "written file" | "text" | "end" | "tabbed end" | undefined;
  before: Command | undefined;
  /** The words are elements of an array. */
  readonly isArray: boolean;
}

function readList(reading: Reading, closer: ")" | "`" | "", isArray: boolean): CommandList {
  const current: Current = {
    chains: [[]],
    joint: "first",
    stages: [],
    piped: false,
    words: [],
    bare: [],
    input: [],
    source: [],
    output: [],
    first: reading.commands.length,
    chainFirst: reading.commands.length,
    word: undefined,
    bareWord: "",
    quoted: false,
    braces: [],
    brace: undefined,
    target: undefined,
    before: undefined,
    isArray,
  };
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === closer) {
      reading.at += 1;
      break;
    }
    if (!readInWord(reading, current, char)) readBetweenWords(reading, current, char);
  }
  endLink(current, endCommand(reading, current), "first");
  return current.chains.filter((chain) => chain.length > 0);
}

/** Reads a list inside brackets or backticks that `length` characters open. */
function readNested(reading: Reading, length: number, isArray = false): CommandList {
  const { text, at, arithmetic, shell, blocks, named } = reading;
  const opener = text.slice(at, at + length);
  reading.at += length;
  if (reading.depth >= deepest) {
    noteUnread(reading.known, "nested too deep");
    return [];
  }
  reading.depth += 1;
  reading.blocks = [];
  reading.named = undefined;
  reading.arithmetic =
    (opener.endsWith("(") && text.charAt(at + length) === "(") || (opener === "(" && arithmetic);
  reading.shell = { parent: shell };
  const list = readList(reading, opener === "`" ? "`" : ")", isArray);
  Object.assign(reading, { shell, arithmetic, blocks, named });
  reading.depth -= 1;
  return list;
}

const plain = /[^\s'"`$\\#<>|&;(){]+|[\s\S]/y;
const quotedList = /"(\$(?:@|\{(?:@|[A-Za-z_]\w{0,200}\[[@*]\])\}))"/y;

function readInWord(reading: Reading, current: Current, char: string): boolean {
  const { text, at } = reading;
  const two = text.slice(at, at + 2);
  if (two === "$(" || char === "`" || two === "<(" || two === ">(") return substitute(reading, current, char);
  if (char === "'") return addQuoted(current, readSingle(reading));
  if (two === "$'") return addQuoted(current, readAnsi(reading));
  if (char === '"' && reading.known !== undefined && addQuotedList(reading, current)) return true;
  if (char === '"' || two === '$"') {
    reading.at += two === '$"' ? 2 : 1;
    return addQuoted(current, readDouble(reading, '"'));
  }
  if (char === "$") {
    const written = readParameter(reading);
    if (written !== undefined) return addParameter(reading, current, written);
  }
  if (char === "{" && reading.known !== undefined) addBraces(reading, current);
  if (char === "\\") return addEscaped(reading, current);
  if (/[\s#<>|&;()]/.test(char) && !(char === "#" && current.word !== undefined)) return false;
  return appendToWord(current, take(reading, plain));
}

/** `"$@"` and `"${a[@]}"` stand for words of their own. */
function addQuotedList(reading: Reading, current: Current): boolean {
  const start = reading.at;
  const written = take(reading, quotedList).slice(1, -1);
  const words = written === "" ? undefined : parameterValue(reading, written);
  if (words === undefined) reading.at = start;
  else addWords(reading, current, words);
  return words !== undefined;
}

function addParameter(reading: Reading, current: Current, written: string): true {
  const words = parameterValue(reading, written);
  if (words === undefined) return appendToWord(current, written, written.startsWith("${") ? "" : written);
  return addFields(reading, current, words.join(" "));
}

/** White space in a text that is put in parts words, but not in the name of a file or the value of a variable. */
function addFields(reading: Reading, current: Current, text: string): true {
  const isWhole = current.target !== undefined || isValue(current);
  return addWords(reading, current, isWhole ? [text] : text.split(/\s+/));
}

/** Whether the word that is being read sets a variable: `a=…`, `export a=…`, and not `env a=…`. */
function isValue({ word, words, isArray }: Current): boolean {
  if (isArray || word === undefined || !isAssignment(word)) return false;
  const program = words.find((each) => !keywords.has(each) && !isAssignment(each));
  return program === undefined || setsVariables.has(program);
}

function addWords(reading: Reading, current: Current, words: readonly string[]): true {
  for (const [index, word] of words.entries()) {
    if (index > 0) endWord(reading, current);
    if (word !== "") appendToWord(current, word, "");
  }
  return true;
}

function addBraces(reading: Reading, current: Current): void {
  if (current.word === undefined) current.brace ??= reading.at;
  const options = braceList(reading.text, reading.at);
  if (options !== undefined) current.braces.push({ at: current.word?.length ?? 0, ...options });
}

function substitute(reading: Reading, current: Current, char: string): true {
  const isFile = char === "<" || char === ">";
  const text = printedText(reading, readNested(reading, char === "`" ? 1 : 2));
  if (text !== undefined && !isFile) return addFields(reading, current, text);
  if (text !== undefined) current.input.push(text);
  if (reading.depth < deepest) return appendToWord(current, "$()", "");
  endLink(current, endCommand(reading, current), "first");
  return true;
}

function appendToWord(current: Current, text: string, bare = text): true {
  current.word = (current.word ?? "") + text;
  current.bareWord += bare;
  return true;
}

function addQuoted(current: Current, text: string): true {
  current.quoted = true;
  return appendToWord(current, text, "");
}

/** A line that ends in a backslash goes on in the next one, within the same word. */
function addEscaped(reading: Reading, current: Current): true {
  const next = reading.text.startsWith("\r\n", reading.at + 1) ? "\r\n" : reading.text.charAt(reading.at + 1);
  reading.at += 1 + next.length;
  if (next.endsWith("\n") || next === "") return true;
  current.quoted = true;
  return appendToWord(current, next);
}

const blank = /[ \t\r]+/y;

function readBetweenWords(reading: Reading, current: Current, char: string): void {
  if (char === "#") reading.at = endOfLine(reading.text, reading.at);
  else if (char === "<" || char === ">" || (char === "&" && reading.text.charAt(reading.at + 1) === ">"))
    redirect(reading, current);
  else if (char === "(") openBracket(reading, current);
  else if (take(reading, blank) !== "") endWord(reading, current);
  else if (/[\n|&;)]/.test(char)) readOperator(reading, current, char);
  else appendToWord(current, take(reading, plain));
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

const redirection = /&>>?|<<<|<<-?|<>|>>|>\||[<>]&?/y;

function redirect(reading: Reading, current: Current): void {
  // `2>`: the number is a stream, not a word.
  if (!current.quoted && /^\d{1,3}$/.test(current.word ?? "")) clearWord(current);
  endWord(reading, current);
  const sign = take(reading, redirection);
  if (sign === "<<<") current.target = "text";
  else if (sign.startsWith("<<") && !reading.arithmetic)
    current.target = sign === "<<-" ? "tabbed end" : "end";
  else current.target = /^(?:<|.*&$)/.test(sign) ? "read file" : "written file";
}

function openBracket(reading: Reading, current: Current): void {
  if (current.word?.endsWith("=") && reading.depth < deepest) {
    const [stage] = readNested(reading, 1, true)[0]?.[0]?.stages ?? [];
    const words = stage === undefined || "list" in stage ? [] : stage.words;
    if (reading.known !== undefined) noteArray(reading.known, current.word, words);
    appendToWord(current, "$()", "");
    return;
  }
  // Words before a bracket are the name of a function: a command that may be meant, but none that runs here.
  const name = endCommand(reading, current)?.words.at(-1);
  const list = readNested(reading, 1);
  current.first = reading.commands.length;
  if (list.length > 0) {
    // `f() ( … )`
    if (reading.named !== undefined) noteFunction(reading, reading.named);
    current.stages.push({ list });
  }
  reading.named = list.length === 0 && name !== undefined ? { name, at: reading.at } : undefined;
  current.piped = false;
  current.before = undefined;
}

/** Keeps the body of a function, which ends here. */
function noteFunction({ known, text, at: end }: Reading, { name, at }: Reading["blocks"][number]): void {
  if (known !== undefined && name !== undefined) noteValue(known.functions, name, text.slice(at, end), 0);
}

function readOperator(reading: Reading, current: Current, char: string): void {
  const next = reading.text.charAt(reading.at + 1);
  const double = (char === "|" || char === "&") && next === char;
  reading.at += double || (char === "|" && next === "&") ? 2 : 1;
  const command = endCommand(reading, current, !double && (char === "|" || char === "&"));
  if (char === "&" && !double)
    for (const each of reading.commands.slice(current.chainFirst)) reading.background.add(each);
  if (!double && char !== "|") current.chainFirst = reading.commands.length;
  if (char === "|" && !double) endStage(current, command);
  else if (char !== "\n" || command !== undefined || !continues(current))
    endLink(current, command, !double ? "first" : char === "&" ? "and" : "or");
  if (char === "\n") readDocuments(reading);
}

/** Whether an operator at the end of the line before goes on in this one. */
function continues({ joint, stages, piped }: Current): boolean {
  return stages.length === 0 ? joint !== "first" : piped;
}

function endStage(current: Current, command: Command | undefined): void {
  if (command !== undefined) current.stages.push(command);
  current.piped = true;
  current.before = command;
}

function endLink(current: Current, command: Command | undefined, joint: Link["joint"]): void {
  if (command !== undefined) current.stages.push(command);
  const chain = current.chains.at(-1);
  if (current.stages.length > 0) chain?.push({ joint: current.joint, stages: current.stages });
  if (joint === "first" && chain?.length !== 0) current.chains.push([]);
  current.joint = joint;
  current.stages = [];
  current.piped = false;
  current.before = undefined;
}

/** A stage of a pipe and a command in the background run in a shell of their own. */
function endCommand(reading: Reading, current: Current, isApart = false): Command | undefined {
  endWord(reading, current);
  const shell = isApart || current.piped ? { parent: reading.shell } : reading.shell;
  const { words, bare, input, source, output, before, brace } = current;
  const empty = { words: [], bare: [], input: [], source: [], output: [] };
  Object.assign(current, { ...empty, target: undefined, brace: undefined });
  const inside = reading.commands.slice(current.first);
  current.first = reading.commands.length;
  if (words.length === 0) {
    if (output.length === 0 || reading.known === undefined) return undefined;
    // `> file` alone makes the file empty, as `: > file` does.
    words.push(":");
    bare.push(":");
  }
  const command: Command = { words, bare, input, source, output, before, inside, shell };
  if (!current.isArray) current.first = reading.commands.push(command);
  if (reading.known !== undefined && !current.isArray) {
    noteVariables(reading.known, words, input);
    noteBlocks(reading, words, brace ?? reading.at);
    reading.known.commandsLeft -= 1;
    if (reading.known.commandsLeft <= 0) {
      noteUnread(reading.known, "too long");
      reading.at = reading.text.length;
    }
  }
  return command;
}

/** Opens and closes the blocks whose braces are the first words of a command. */
function noteBlocks(reading: Reading, words: readonly string[], brace: number): void {
  // `function f { … }` without brackets.
  const isFunction = words[0] === "function" && words[2] === "{";
  if (isFunction) reading.blocks.push({ at: brace, name: words[1] });
  for (let at = isFunction ? 3 : 0; keywords.has(words[at] ?? ""); at += 1) {
    if (words[at] === "{") reading.blocks.push({ at: brace, name: reading.named?.name });
    const closed = words[at] === "}" ? reading.blocks.pop() : undefined;
    if (closed !== undefined) noteFunction(reading, closed);
    reading.named = undefined;
  }
  reading.named = undefined;
}

function endWord(reading: Reading, current: Current): void {
  const { word, bareWord, target, quoted, input, source, output, braces } = current;
  if (word === undefined) return;
  if (target === undefined) {
    const words = expandBraces(word, braces);
    current.words.push(...words);
    current.bare.push(...(words.length === 1 ? [bareWord] : words));
  } else if (target === "text") input.push(word);
  else if (target === "written file") output.push(word);
  else if (target === "read file") source.push(word);
  else reading.pending.push({ end: word, tabbed: target === "tabbed end", quoted, input });
  clearWord(current);
  current.target = undefined;
}

function clearWord(current: Current): void {
  current.word = undefined;
  current.bareWord = "";
  current.quoted = false;
  if (current.braces.length > 0) current.braces = [];
}

/** Reads the here-documents that begin in this line. Of their text only substitutions are commands. */
function readDocuments(reading: Reading): void {
  for (const document of reading.pending.splice(0)) {
    const body = documentBody(reading, document);
    document.input.push(body);
    if (document.quoted) continue;
    const inside = {
      ...reading,
      text: body,
      at: 0,
      depth: reading.depth + 1,
      pending: [],
      arithmetic: false,
    };
    readDouble(inside, "");
  }
}

function documentBody(reading: Reading, { end, tabbed }: PendingDocument): string {
  const { text, at: start } = reading;
  while (reading.at < text.length) {
    const begin = reading.at;
    const newline = text.indexOf("\n", begin);
    reading.at = newline === -1 ? text.length : newline + 1;
    const line = text.slice(begin, newline === -1 ? undefined : newline).replace(/\r$/, "");
    if ((tabbed ? line.replace(/^\t+/, "") : line) === end) return text.slice(start, begin);
  }
  return text.slice(start);
}
