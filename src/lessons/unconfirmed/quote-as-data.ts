import { withFirstUse } from "../../reading/language/patterns.js";
import { safeText } from "./contract-words.js";

/** A longer text is an essay, and an essay is more likely to persuade than to inform (model: §9). */
export const quoteMaxChars = 160;

const address = "[address removed]";
const command = "[command removed]";

/** Programs that run what they read: a pipe into one of them runs unread text. */
const interpreters = [
  "(?:ba|z|da|k|fi|c|tc)?sh",
  "source",
  "eval",
  "xargs",
  "python\\d?(?:\\.\\d+)?",
  "node",
  "deno",
  "bun",
  "perl",
  "ruby",
  "php",
  "[Ii][Ee][Xx]",
  "[Ii]nvoke-[Ee]xpression",
  "powershell",
  "pwsh",
].join("|");
const wrappers = "(?:sudo\\s+(?:-\\S+\\s+)*|env\\s+|command\\s+|/\\S*/)*";
const downloads = "curl|wget|fetch|base64|iwr|irm|Invoke-WebRequest|nc|ftp";

/**
 * Ways to run downloaded or decoded text. Here and below: a text without one of the signs matches no pattern,
 * and most texts have none.
 */
const shellPipes = withFirstUse(() => ({
  signs: /[|｜(`]/u,
  patterns: [
    new RegExp(`[|｜]+&?\\s*${wrappers}(?:${interpreters})(?![\\w/-])(?:\\s+-\\S*)*`, "gu"),
    new RegExp(
      `(?:${interpreters})\\s[^|]{0,40}(?:<\\(|\\$\\(|\`)\\s*(?:${downloads})\\b[^)\`]*[)\`]?`,
      "giu",
    ),
  ],
}));

/** Places outside this machine. Numbers of this machine itself lead nowhere else. */
const addresses = withFirstUse(() => ({
  signs: /[:@]|\.\S/u,
  patterns: [
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+/giu,
    /\bdata:[a-z]+\/\S+/giu,
    /\bwww\.\S+/giu,
    /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    /(?<![\w./~@-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?\/\S*/gu,
    /(?<![\w.-])(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\S*)?(?![\w.])/gu,
  ],
}));

/** Marks by which chat formats tell who speaks. */
const roleMarks = withFirstUse(() => ({
  signs: /[<>[:：]/u,
  patterns: [
    [/<(\/?[\p{L}!?|][^<>]{0,200})>/gu, "‹$1›"],
    [/<<|>>/g, "‹"],
    [/\[(\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT|TOOL)[^\]]{0,40})\]/giu, "($1)"],
    [/(?<![\p{L}\p{N}])(system|assistant|user|human|developer|tool)\s*[:：]/giu, "$1 -"],
  ] as const,
}));

const insideQuotation = /^"([^"]*)"$/su;

/**
 * A text that nobody stands behind, in quotation marks: at most `maxChars` characters on one line, without
 * addresses, without anything that runs what it reads, and without marks that would end the quotation or let
 * it speak as somebody else. Empty for a text of which nothing can be seen. A quotation is not quoted again.
 */
export function quoteAsData(text: string, maxChars = quoteMaxChars): string {
  const words = insideQuotation.exec(text)?.[1] ?? text;
  const plain = withoutQuotationMarks(withoutRoleMarks(safeText(words, lookedAt * maxChars)));
  const line = safeText(withoutAddresses(withoutShellPipes(plain)), maxChars);
  return line === "" ? "" : `"${line}"`;
}

export function quoteOrNull(text: string | null): string | null {
  return text === null ? null : quoteAsData(text);
}

/** An id or a name of one word, as programs and people give them. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._:#@+-]{0,59}$/u;

/** A name that a caller chose: as it is where it is one word, else quoted, since it may be a sentence. */
export function nameOrQuote(name: string): string {
  return plainName.test(name) ? name : quoteAsData(name);
}

/** Blanking shortens: more is read than is shown. */
const lookedAt = 4;

function withoutAddresses(text: string): string {
  const { signs, patterns } = addresses();
  return signs.test(text) ? patterns.reduce((rest, pattern) => rest.replace(pattern, address), text) : text;
}

function withoutShellPipes(text: string): string {
  const { signs, patterns } = shellPipes();
  return signs.test(text) ? patterns.reduce((rest, pattern) => rest.replace(pattern, command), text) : text;
}

function withoutRoleMarks(text: string): string {
  const { signs, patterns } = roleMarks();
  if (!signs.test(text)) return text;
  return patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}

/** Whatever a reader could take for the end of the quotation. */
function withoutQuotationMarks(text: string): string {
  return text.replace(/["“”„‟«»＂❝❞〝〞]/gu, "'");
}
