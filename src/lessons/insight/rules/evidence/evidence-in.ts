import { type Citation, citationsIn, type KnownFiles } from "./citations-in.js";
import { executionOutputs } from "./execution-outputs.js";

/** What a deliberation rests on. */
export interface Evidence {
  /** 1: output of a program. 2: a line that exists. 3: words alone, from which nothing is learned. */
  readonly level: 1 | 2 | 3;
  readonly outputs: number;
  readonly citations: readonly Citation[];
  /** Cited and not there. They count for nothing. */
  readonly unknown: readonly Citation[];
}

/**
 * The evidence that a deliberation holds, checked: "I ran it" is none, and neither is a line that does not
 * exist.
 */
export function evidenceIn(text: string, known: KnownFiles): Evidence {
  const outputs = executionOutputs(text);
  const { citations, unknown } = citationsIn(text, known);
  const level = outputs > 0 ? 1 : citations.length > 0 ? 2 : 3;
  return { level, outputs, citations, unknown };
}
