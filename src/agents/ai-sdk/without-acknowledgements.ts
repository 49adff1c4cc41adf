import { parseAcks } from "../../lessons/directive/rules/acks.js";

/** A line of the contract by itself; one within a sentence stays with its sentence. */
const bare = /^[^\p{L}\p{N}]{0,20}KNOWLEDGE/iu;

/**
 * An answer for people: without the lines in which the model acknowledged lessons. The middleware leaves them
 * in, because the messages of a conversation have to hold what the model said.
 */
export function withoutAcknowledgements(answer: string): string {
  const acknowledged = new Set(parseAcks(answer).map(({ line }) => line));
  if (acknowledged.size === 0) return answer;
  return answer
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((text, index) => !acknowledged.has(index + 1) || !bare.test(text))
    .join("\n")
    .trimEnd();
}
