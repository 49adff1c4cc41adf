import type { IncomingMessage } from "node:http";
import { WhetstoneError } from "../errors.js";

/**
 * The text of a request, up to a limit. Straight from the connection: the web's own Request object around it
 * would cost a hook as much as all its work.
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  setting: string,
): Promise<string> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes, setting);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes, setting);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function tooLarge(bytes: number, setting: string): WhetstoneError {
  return new WhetstoneError("too_large", `the body is larger than ${bytes} bytes`, {
    next: `send less at once, or raise ${setting}`,
    values: { [setting]: bytes },
  });
}
