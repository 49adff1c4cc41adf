import { oneLine } from "../../../text/one-line.js";
import { appliesTo } from "../scope.js";
import { type Enrichment, type EnrichmentList, enrichmentLists, listMax } from "./enrichment.js";
import { lastJsonObject } from "./last-json-object.js";

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
  const stranger = Object.keys(object).find((key) => !isList(key));
  if (stranger !== undefined)
    return { error: `the key ${JSON.stringify(oneLine(stranger, 40))} is not allowed` };
  const lists: [EnrichmentList, readonly string[]][] = [];
  for (const list of enrichmentLists) {
    const read = readList(list, object[list] ?? []);
    if ("error" in read) return { error: `${list}: ${read.error}` };
    lists.push([list, read.entries]);
  }
  return { fields: Object.fromEntries(lists) as Record<EnrichmentList, readonly string[]> };
}

function isList(key: string): key is EnrichmentList {
  return (enrichmentLists as readonly string[]).includes(key);
}

type ListReading = { readonly entries: readonly string[] } | { readonly error: string };

function readList(list: EnrichmentList, value: unknown): ListReading {
  if (!Array.isArray(value)) return { error: "must be a list" };
  if (value.length > listMax) return { error: `has ${value.length} entries, at most ${listMax} are allowed` };
  const entries: string[] = [];
  for (const [index, given] of value.entries()) {
    const fault = typeof given === "string" ? entryFault(list, line(given)) : "is no string";
    if (fault !== undefined) return { error: `entry ${index + 1} ${fault}` };
    entries.push(line(given));
  }
  return { entries: [...new Set(entries)] };
}

/** One more than is allowed, so that what is too long is seen to be. */
function line(entry: string): string {
  return oneLine(entry, entryMaxChars + 1);
}

function entryFault(list: EnrichmentList, entry: string): string | undefined {
  const isScope = list === "appliesToAgents" || list === "appliesToTools";
  const most = isScope ? nameMaxChars : entryMaxChars;
  if ([...entry].length > most) return `is longer than ${most} characters`;
  if (!/[\p{L}\p{N}]/u.test(entry)) return "says nothing";
  if (!isScope) return undefined;
  if (!scopeName.test(entry)) return "is no name";
  return isForEveryone(entry) ? "is a word for everyone" : undefined;
}

/** A name that fits a role which nobody has fits every role. */
function isForEveryone(name: string): boolean {
  return appliesTo({ appliesToAgents: [name], appliesToTools: [] }, { role: "\u0000", tools: [] });
}
