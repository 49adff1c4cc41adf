import type { IncomingMessage } from "node:http";
import { WhetstoneError } from "../errors.js";

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
