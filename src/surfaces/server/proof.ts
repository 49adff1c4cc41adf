import { hmacSha256 } from "../../base/text/sha256.js";

/**
 * What a server answers to a challenge, to show that it knows the token. It is bound to the port: a program at
 * another port cannot pass on the answer of the real server. It says nothing about the token, and differs from
 * the keys of hooks.
 */
export function proofOf(token: string, challenge: string, port: number): string {
  return hmacSha256(token, `proof\0${challenge}\0${port}`);
}

const form = /^[0-9a-z]{16,64}$/;

export function isChallenge(text: string | undefined): text is string {
  return text !== undefined && form.test(text);
}

/** Never used twice: an answer that somebody heard is worth nothing. */
export function newChallenge(): string {
  const part = () => Math.random().toString(36).slice(2).padEnd(11, "0");
  return `${part()}${part()}${part()}`.slice(0, 33);
}
