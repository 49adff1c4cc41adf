import { sha256Of } from "../../base/text/sha256.js";

/** As long as an idempotency key may be in the log. */
const longestKey = 200;
const longestOwner = 100;

/**
 * The idempotency key of a member as the log of a team has it: others cannot take it first, since a key is easily
 * guessed. Neither sign that holds it together is in a member's name.
 */
export function memberKey(member: string, key: string): string {
  const whole = `${beginningOf(member)}${key}`;
  return whole.length <= longestKey ? whole : `${beginningOf(member)}${sha256Of(key)}`;
}

/** Whether a key belongs to another member than this one. Those that a program makes belong to nobody. */
export function isOthersKey(member: string, key: string): boolean {
  return key.startsWith("@") && !key.startsWith(beginningOf(member));
}

function beginningOf(member: string): string {
  return `@${member.length <= longestOwner ? member : sha256Of(member)}/`;
}
