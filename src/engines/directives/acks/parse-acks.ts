import { ackWords } from "../contract-words.js";
import { keywordPattern, readStatements } from "../statements/read-statements.js";
import { visibleLines } from "../statements/visible-lines.js";

export type AckKind = "applied" | "ignored" | "n_a";

/** One line of the contract as a delegate wrote it. The id is as written; `resolveAcks` says whose it is. */
export interface ParsedAck {
  readonly id: string;
  readonly kind: AckKind;
  readonly reason?: string;
  /** Counted from 1. */
  readonly line: number;
}

const keywords = keywordPattern(ackWords);

/**
 * The acknowledgements in what a delegate wrote, in its order. Takes what models really write; quotations are
 * not read.
 */
export function parseAcks(output: string): readonly ParsedAck[] {
  return readStatements(visibleLines(output), keywords).map(({ keyword, id, detail, line }) => ({
    id,
    kind: kindOf(keyword),
    line,
    ...(detail === undefined ? {} : { reason: detail }),
  }));
}

function kindOf(keyword: string): AckKind {
  if (/applied$/i.test(keyword)) return "applied";
  return /ignored$/i.test(keyword) ? "ignored" : "n_a";
}
