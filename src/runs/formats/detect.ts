import { stripBom } from "./tool-report.js";

export type InputFormat = "jsonl" | "json" | "junit" | "sarif";

/** Tried in this order. */
const formatByEnding: readonly (readonly [string, InputFormat])[] = [
  [".sarif", "sarif"],
  [".sarif.json", "sarif"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"],
  [".json", "json"],
  [".xml", "junit"],
];

/**
 * Chooses the reader for a text. The content decides; the file name decides only when the content does not,
 * so that a damaged file goes to the reader with the most helpful error. The fallback is JSONL.
 */
export function detectFormat(text: string, fileName = ""): InputFormat {
  const named = formatByEnding.find(([ending]) => fileName.toLowerCase().endsWith(ending))?.[1];
  const start = stripBom(text).trimStart();
  if (start.startsWith("<")) return "junit";
  const document = parseDocument(start);
  if (document === undefined) return named ?? "jsonl";
  if (isSarif(document.value)) return "sarif";
  return named === "sarif" || named === "jsonl" ? named : "json";
}

/** A SARIF log has runs and names its schema or version; an outcome has neither. */
function isSarif(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("runs" in value)) return false;
  const schema = "$schema" in value && typeof value.$schema === "string" ? value.$schema : "";
  return "version" in value || schema.includes("sarif");
}

/** Boxed, because null is a JSON document too. */
function parseDocument(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
