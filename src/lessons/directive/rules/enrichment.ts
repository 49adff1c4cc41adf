import { oneLine } from "../../../base/text/one-line.js";
import type { Directive } from "./directive.js";
import { appliesTo } from "./scope.js";

/**
 * The lists of a directive that a language model may fill. Never a predicate, a priority, an enforcement or a
 * text.
 */
export const enrichmentLists = [
  "triggers",
  "requiredActions",
  "forbiddenActions",
  "verificationChecks",
  "appliesToAgents",
  "appliesToTools",
] as const;

export type EnrichmentList = (typeof enrichmentLists)[number];
export type Enrichment = Pick<Directive, EnrichmentList>;

/** The most entries that a person still reads; a model that gives more is rambling. */
export const listMax = 10;

/**
 * A directive with what the model added. Existing entries stay and come first; an entry that is
 * there already is not added again, and a list that is full takes nothing.
 */
export function withEnrichment<Kind extends Enrichment>(directive: Kind, fields: Enrichment): Kind {
  const added = Object.fromEntries(
    enrichmentLists.map((list) => [list, joined(directive[list], fields[list])]),
  );
  return { ...directive, ...added };
}

function joined(present: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(present.map(foldedEntry));
  const fresh = added.filter((entry) => !known.has(foldedEntry(entry)));
  return [...present, ...fresh.slice(0, Math.max(0, listMax - present.length))];
}

function foldedEntry(entry: string): string {
  return entry.trim().toLowerCase();
}

/** An entry stands on one line of a brief; a longer one is a paragraph. */
const entryMaxChars = 200;
const nameMaxChars = 64;
/** What roles and tools are called, with room for `mcp__server__tool` and `Test Engineer`. */
const scopeName = /^[\p{L}\p{N}][\p{L}\p{N} _.:/-]*$/u;

export type EnrichmentReading = { readonly fields: Enrichment } | { readonly error: string };

/**
 * What a language model answered, or why it does not fit. Strict: no other key than the six lists, so that no
 * answer can bring a predicate, a priority or another text. Every entry is one safe line, and none is meant
 * for everyone.
 */
export function readEnrichment(answer: string): EnrichmentReading {
  const object = lastJsonObject(answer);
  if (object === undefined) return { error: "there is no JSON object in it" };
  const otherKey = Object.keys(object).find((key) => !isList(key));
  if (otherKey !== undefined)
    return { error: `the key ${JSON.stringify(oneLine(otherKey, 40))} is not allowed` };
  const lists: [EnrichmentList, readonly string[]][] = [];
  for (const list of enrichmentLists) {
    const read = readEntries(list, object[list] ?? []);
    if ("error" in read) return { error: `${list}: ${read.error}` };
    lists.push([list, read.entries]);
  }
  return { fields: Object.fromEntries(lists) as Record<EnrichmentList, readonly string[]> };
}

function isList(key: string): key is EnrichmentList {
  return (enrichmentLists as readonly string[]).includes(key);
}

type ListReading = { readonly entries: readonly string[] } | { readonly error: string };

function readEntries(list: EnrichmentList, value: unknown): ListReading {
  if (!Array.isArray(value)) return { error: "must be a list" };
  if (value.length > listMax) return { error: `has ${value.length} entries, at most ${listMax} are allowed` };
  const entries: string[] = [];
  for (const [index, given] of value.entries()) {
    const fault = typeof given === "string" ? entryFault(list, line(given)) : "is not a string";
    if (fault !== undefined) return { error: `entry ${index + 1} ${fault}` };
    entries.push(line(given));
  }
  return { entries: [...new Set(entries)] };
}

/** Cut to one character more than is allowed, so that a text which is too long still shows as too long. */
function line(entry: string): string {
  return oneLine(entry, entryMaxChars + 1);
}

function entryFault(list: EnrichmentList, entry: string): string | undefined {
  const isScope = list === "appliesToAgents" || list === "appliesToTools";
  const most = isScope ? nameMaxChars : entryMaxChars;
  if ([...entry].length > most) return `is longer than ${most} characters`;
  if (!/[\p{L}\p{N}]/u.test(entry)) return "says nothing";
  if (!isScope) return undefined;
  if (!scopeName.test(entry)) return "is not a name";
  return isForEveryone(entry) ? "is a word for everyone" : undefined;
}

/** A name that fits a role which cannot exist fits every role. */
function isForEveryone(name: string): boolean {
  return appliesTo({ appliesToAgents: [name], appliesToTools: [] }, { role: "\u0000", tools: [] });
}

/** A whole answer is a few kilobytes; a longer one does not answer the question. */
const answerMaxChars = 65_536;
/** Enough for prose with braces around the object, and few enough to be done at once. */
const attemptsMax = 200;

/**
 * The last JSON object in a text that may have prose or a fence around it, or undefined. Of nested objects it
 * is the outermost. A text of any size takes bounded work.
 */
export function lastJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > answerMaxChars) return undefined;
  let attempts = 0;
  for (let end = text.lastIndexOf("}"); end >= 0; end = text.lastIndexOf("}", end - 1)) {
    for (let start = text.indexOf("{"); start >= 0 && start < end; start = text.indexOf("{", start + 1)) {
      attempts += 1;
      if (attempts > attemptsMax) return undefined;
      const value = parsedObject(text.slice(start, end + 1));
      if (value !== undefined) return value;
    }
    if (end === 0) return undefined;
  }
  return undefined;
}

/** What begins and ends with a brace and parses is an object. */
function parsedObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
