import { anyWord, oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { sentencesOf } from "../../../../reading/language/sentences.js";
import { stripEmphasis, stripLead } from "../../../../reading/language/strip-markup.js";

/** Prompts that a program wrote, or that a person handed over for another to carry out. */
const notAPersonsPrompt: readonly RegExp[] = [
  /^\s*<[a-z][\w-]*[\s>]/i, // an expanded command, a notification, a reminder: all begin with a tag
  /^\s*\[Request interrupted/i,
  startingWith(
    "this session is being continued from, caveat: the messages below, implement the following plan",
    "implement this plan:, execute the following plan, operation stopped by hook, stop hook feedback",
    "base directory for this skill, you are (?:an?|the) [a-z -]{0,60}(?:agent|assistant|expert|engineer)",
    "you are (?:reviewing|working|acting|tasked), your (?:task|job|role|goal) is, ## , # , ---",
    "diff --git, traceback, the user (?:doesn't|does not) want to",
  ),
];

/** Two headings make a document: a plan, an issue, an instruction file. */
const heading = /^\s{0,3}#{1,4} \S/gm;
const documentChars = 6_000;

const blocks: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /~~~[\s\S]*?(?:~~~|$)/g,
  /"""[\s\S]*?(?:"""|$)/g,
  /<([a-z][\w-]*)(?:\s[^<>]*)?>[\s\S]*?<\/\1>/gi,
  /\[(?:Pasted text|Image)[^\]]*\]/gi,
];

/** The text after such words and a colon is quoted from another author. */
const announced = new RegExp(
  `\\b${oneOf(
    "feedback, reviews?, review comments?, comments?, suggestions?, reports?, issues?, tickets?, errors?",
    "logs?, outputs?, stack ?traces?, warnings?, messages?, descriptions?, e-?mails?, responses?, results?",
    "prints?, printed, says, said, wrote, reads, shows, returns, quote, transcript, snippet, finding, prompt",
    "following, this, example, e\\.g\\., you said, you wrote, got",
  )}\\b[^.:!?\\n]{0,60}:(?:[ \\t]*\\n|[ \\t]+(?=\\S))`,
  "iu",
);
/** A person may also announce words of their own. */
const ownAnnouncement = anyWord(
  "rules?, reminder, remember, note, from now on, important, please, claude\\.md, agents\\.md, this rule",
  "memory, conventions?, feedback for you",
);

const pastedLine: readonly RegExp[] = [
  /^\s*[>|$❯⎿⏺●✓✗✔✘│├└╭╰%]/u,
  /^(?: {4}|\t)/,
  /^[+-](?:\s{2,}|[^\s-])/, // a line of a diff; a list mark is followed by one space
  /^\s*(?:at \S+ ?\(|at \S+:\d+|File "|goroutine \d|panic:|caused by:)/i,
  /^\s*\[?\d{4}-\d\d-\d\d|^\s*\[?\d\d:\d\d:\d\d/,
  /^\s*(?:\[?(?:error|warn(?:ing)?|info|debug|fatal|trace|fail|pass|note)\]?[: ]|npm ERR|Error[ :]|\w+Error:)/i,
  /^\s*(?:@@|diff --git|index [0-9a-f]{6}|commit [0-9a-f]{7})/,
  /^\s*(?:https?:\/\/\S+|[\w./-]+:\d+(?::\d+)?:?)\s*$/,
  /[{};]\s*$/,
  /^\s*(?:import|export|const|let|var|func|def|class|return|package|type|fn|pub) \S.*[({=:;]/,
];

/** Another's words: their sentences are no sentences of the person's. */
const quotation =
  /"[^"\n]{3,}"|«[^»\n]{3,}»|„[^“"\n]{3,}[“"]|「[^」]{2,}」|(?<![\w'])'[^'\n]{12,}'(?![\w'])/gu;

/** More sentences than a person corrects in: a task is being described. */
const talkSentences = 14;

/** A sentence or a list item that a person wrote. */
export interface OwnSentence {
  readonly text: string;
  /** The line that introduces it, such as a heading or "Never do this:": without it, it may say the opposite. */
  readonly under: string;
}

/** A sentence with the line that introduces it. */
export function whole({ text, under }: OwnSentence): string {
  return under === "" ? text : `${under} ${text}`;
}

export interface OwnWords {
  readonly sentences: readonly OwnSentence[];
  /** The prompt describes a task at length: rules in it are about what is to be built. */
  readonly isTask: boolean;
}

/** The sentences that a person wrote in a prompt, without what was pasted, quoted or made by a program. */
export function ownWords(prompt: string): OwnWords {
  const text = prompt.replaceAll("\r\n", "\n").replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  if (isForeign(text)) return { sentences: [], isTask: false };
  const bare = blocks.reduce((rest, block) => rest.replace(block, "\n"), text);
  const sentences = passagesIn(beforePaste(bare)).flatMap(sentencesIn);
  return { sentences, isTask: sentences.length > talkSentences };
}

const item = /^\s*(?:[-*+•‣◦–]|\(?\d{1,3}[.)]|\[[ x]\])\s+\S/iu;
const introduces = /[:：]\W*$|^\s{0,3}#{1,4} \S/u;
const ended = /[.!?…。！？:：]["')\]”’»*_`]*\s*$/u;

/**
 * A line ends a sentence only where its words show it: behind a stop, before a list item, an empty line or a
 * capital letter. Otherwise the next line may be what it denies.
 */
function passagesIn(text: string): readonly OwnSentence[] {
  const passages: { text: string; under: string }[] = [];
  let [under, wasEmpty] = ["", true];
  for (const line of text.split("\n")) {
    const isItem = item.test(line);
    const last = passages.at(-1);
    if (line.trim() === "" || pastedLine.some((pasted) => pasted.test(line))) wasEmpty = true;
    else {
      if (wasEmpty && !isItem) under = "";
      const goesOn = !wasEmpty && !isItem && !/^\s*\p{Lu}/u.test(line);
      if (last !== undefined && goesOn && !ended.test(last.text)) last.text += ` ${line.trim()}`;
      else passages.push({ text: line.trim(), under });
      if (introduces.test(line)) under = stripLead(stripEmphasis(line.trim()));
      wasEmpty = false;
    }
  }
  return passages;
}

function sentencesIn({ text, under }: OwnSentence): readonly OwnSentence[] {
  const bare = stripLead(stripEmphasis(text));
  const quotes: string[] = [];
  const hollow = bare.replace(quotation, (quote) => `\u0000${quotes.push(quote) - 1}\u0000`);
  return sentencesOf(hollow)
    .map((sentence) => sentence.replace(/\0(\d+)\0/g, (_, place) => quotes[Number(place)] ?? ""))
    .filter((sentence) => sentence.replace(quotation, "").match(/[\p{L}\p{N}]/u) !== null)
    .map((sentence) => ({ text: sentence, under }));
}

function isForeign(text: string): boolean {
  if (notAPersonsPrompt.some((pattern) => pattern.test(text))) return true;
  return text.length > documentChars || (text.match(heading) ?? []).length >= 2;
}

function beforePaste(text: string): string {
  const found = announced.exec(text);
  if (found === null) return text;
  const lineStart = text.lastIndexOf("\n", found.index) + 1;
  const opening = text.slice(lineStart, found.index + found[0].length);
  if (ownAnnouncement.test(opening)) return text;
  return text.slice(0, found.index + found[0].length);
}
