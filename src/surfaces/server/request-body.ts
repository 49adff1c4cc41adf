import type { IncomingMessage } from "node:http";
import { WhetstoneError } from "../../base/errors.js";

/**
 * The text of a request, up to a limit. Read from the connection itself: a web Request object around it would
 * cost a hook as much as all its work.
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  setting: string,
): Promise<string> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes, setting);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes, setting);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * As much of a request as the limit allows, and whether that is all. The rest is read and dropped: a caller that
 * is still sending would not read an answer.
 */
export async function readBeginning(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (bytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - bytes));
    bytes += chunk.length;
  }
  return { text: Buffer.concat(chunks).toString("utf8"), isWhole: bytes <= maxBytes };
}

export function bodyTooLarge(bytes: number, setting: string): WhetstoneError {
  return new WhetstoneError("too_large", `the body is larger than ${bytes} bytes`, {
    next: `send less at once, or raise ${setting}`,
    values: { [setting]: bytes },
  });
}

export function jsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `the body is not JSON: ${(cause as Error).message}`;
    throw new WhetstoneError("invalid_input", message, { field: "", next: "send one JSON document", cause });
  }
}

export function objectBody(text: string): Record<string, unknown> {
  const value = jsonBody(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new WhetstoneError("invalid_input", "the body must be a JSON object", {
    field: "",
    next: 'send { "root": "…", … }',
  });
}

/**
 * The value of a JSON text that may be cut off anywhere: what is whole of it. Undefined for a text that is not
 * the beginning of JSON.
 */
export function beginningOfJson(text: string): unknown {
  const open: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{},]/gs)) {
    if (token.startsWith('"')) continue;
    if (token === "{") open.push("}");
    else if (token === "[") open.push("]");
    else if (token !== ",") open.pop();
    end = token === "," ? index : index + 1;
  }
  try {
    return JSON.parse(text.slice(0, end) + open.reverse().join(""));
  } catch {
    return undefined;
  }
}
