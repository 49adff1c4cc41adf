import { withoutBom } from "./without-bom.js";

export type InputFormat = "jsonl" | "json" | "junit" | "sarif";

/** Ends of file names, looked at in this order. */
const endings: readonly (readonly [string, InputFormat])[] = [
  [".sarif", "sarif"],
  [".sarif.json", "sarif"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"],
  [".json", "json"],
  [".xml", "junit"],
];

/**
 * Which reader takes this text. The text decides; the name of its file only where the text leaves it open, so
 * that the reader of a damaged file is the one whose complaint helps. Nothing known is JSONL.
 */
export function detectFormat(text: string, fileName = ""): InputFormat {
  const named = endings.find(([ending]) => fileName.toLowerCase().endsWith(ending))?.[1];
  const start = withoutBom(text).trimStart();
  if (start.startsWith("<")) return "junit";
  const document = parse(start);
  if (document === undefined) return named ?? "jsonl";
  if (isSarif(document.value)) return "sarif";
  return named === "sarif" || named === "jsonl" ? named : "json";
}

/** A log has runs and names its schema or its version. An outcome has neither. */
function isSarif(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("runs" in value)) return false;
  const schema = "$schema" in value && typeof value.$schema === "string" ? value.$schema : "";
  return "version" in value || schema.includes("sarif");
}

/** Boxed, since null is a JSON document too. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
