import { connect } from "node:net";

export interface Request {
  readonly address: string;
  readonly port: number;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token: string;
  readonly body?: string;
  readonly timeoutMs: number;
}

/** `refused`: nothing was sent, so that it can be sent again. `broken` and `timeout`: nobody knows what became of it. */
export type Exchanged =
  | { readonly status: number; readonly body: string }
  | { readonly failed: "refused" | "broken" | "timeout" };

/**
 * One request over a plain socket. HTTP/1.0, so that the answer ends with the connection: loading node:http would cost a
 * hook as much again as all the rest of it.
 */
export function exchange(request: Request): Promise<Exchanged> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let connected = false;
    const socket = connect({ host: request.address, port: request.port }, () => {
      connected = true;
      socket.write(textOf(request));
    });
    const end = (result: Exchanged) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end({ failed: "timeout" }), Math.max(1, request.timeoutMs));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      // Not waiting for the other side to hang up saves a hook a twentieth of its time.
      const answer = answerIn(Buffer.concat(chunks), false);
      if (answer !== undefined) end(answer);
    });
    socket.on("error", () => end({ failed: connected ? "broken" : "refused" }));
    socket.on("end", () => end(answerIn(Buffer.concat(chunks), true) ?? { failed: "broken" }));
  });
}

function textOf({ address, port, method, path, token, body = "" }: Request): string {
  const host = address.includes(":") ? `[${address}]` : address;
  const lines = [
    `${method} ${path} HTTP/1.0`,
    `host: ${host}:${port}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Undefined when the answer is not whole: by the length that it states, or else when the other side ended. */
function answerIn(bytes: Buffer, ended: boolean): { status: number; body: string } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const body = bytes.subarray(end + 4);
  const whole = length === undefined ? ended : body.length >= Number(length);
  if (status === undefined || !whole) return undefined;
  return { status: Number(status), body: body.toString("utf8") };
}
