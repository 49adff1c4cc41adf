import { connect } from "node:net";
import { newChallenge, proofOf } from "./proof.js";
import type { ServerState } from "./server-files.js";

export interface Request {
  readonly address: string;
  readonly port: number;
  /** A socket of this user's own server, tried before the port. */
  readonly socket?: string | undefined;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The token, or the key of a hook. */
  readonly token: string;
  /** The other side has to show that it knows this token before anything is sent. */
  readonly provenBy?: string | undefined;
  readonly body?: string;
  readonly timeoutMs: number;
}

/**
 * `refused`: nobody listens, or a program that does not know the token. Nothing was sent, so it can be sent
 * again. After `broken` and `timeout` the outcome is unknown.
 */
export type Exchanged =
  | { readonly status: number; readonly body: string }
  | { readonly failed: "refused" | "broken" | "timeout" };

/** By the socket where there is one; by the port where the socket is gone, such as removed by somebody. */
export async function exchange(request: Request): Promise<Exchanged> {
  const { socket, provenBy, ...byPort } = request;
  if (socket === undefined) return exchangeOnce(request);
  const got = await exchangeOnce({ ...byPort, socket });
  return "failed" in got && got.failed === "refused" ? exchangeOnce({ ...byPort, provenBy }) : got;
}

/**
 * One request over a plain connection. HTTP/1.0, so that the answer ends with the connection: loading
 * node:http would double the time of a hook.
 */
function exchangeOnce(request: Request): Promise<Exchanged> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const challenge = request.provenBy === undefined ? undefined : newChallenge();
    let isSent = false;
    const end = (result: Exchanged) => {
      clearTimeout(timer);
      resolve(result);
      // A hook has exited by then: closing the connection in order would cost it a thirtieth of its time.
      setImmediate(() => socket.destroy());
    };
    const take = (count: number, bytes: Uint8Array) => {
      chunks.push(Buffer.from(bytes.subarray(0, count)));
      // Not waiting for the other side to hang up saves a hook a twentieth of its time.
      const answer = answerIn(received(), false);
      if (answer !== undefined && !isSent) sendIfProven(answer);
      else if (answer !== undefined) end(answer);
      return true;
    };
    const received = () => Buffer.concat(chunks);
    const send = () => {
      isSent = true;
      chunks.length = 0;
      socket.write(requestText(request));
    };
    const broken = (): Exchanged => ({ failed: isSent ? "broken" : "refused" });
    const sendIfProven = (answer: { readonly status: number; readonly body: string }) => {
      if (isProven(answer, request, challenge)) send();
      else end({ failed: "refused" });
    };
    // Bypasses streams, whose code would have to be compiled for one answer.
    const onread = { buffer: Buffer.allocUnsafe(readBytes), callback: take };
    const at =
      request.socket === undefined ? { host: request.address, port: request.port } : { path: request.socket };
    const socket = connect({ ...at, onread });
    socket.once("connect", () => {
      if (challenge === undefined) send();
      else socket.write(challengeText(request, challenge));
    });
    const timer = setTimeout(() => end({ failed: "timeout" }), Math.max(1, request.timeoutMs));
    socket.on("error", () => end(broken()));
    socket.on("end", () => end((isSent ? answerIn(received(), true) : undefined) ?? broken()));
  });
}

/** Tells a server to stop. It takes its file away first, and frees its port a moment later. */
export function askToStop(
  { address, port, proves }: ServerState,
  token: string,
  unlessOthersThan?: string,
): Promise<Exchanged> {
  const to = { address, port, method: "POST", path: "/v1/shutdown", token } as const;
  const body = JSON.stringify({ unlessOthersThan });
  return exchange({ ...to, provenBy: proves === true ? token : undefined, body, timeoutMs: stopToldMs });
}

/** A server that does not even say that it stops. */
const stopToldMs = 5_000;

/** On the connection that the request itself then takes. */
function challengeText({ address, port }: Request, challenge: string): string {
  return `GET /healthz?challenge=${challenge} HTTP/1.1\r\nhost: ${hostHeader(address, port)}\r\n\r\n`;
}

function isProven(
  { body }: { readonly body: string },
  { provenBy = "", port }: Request,
  challenge: string | undefined,
): boolean {
  return challenge !== undefined && body.includes(`"${proofOf(provenBy, challenge, port)}"`);
}

function hostHeader(address: string, port: number): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** A brief and its headers fit in. */
const readBytes = 16_384;

function requestText({ address, port, method, path, token, body = "" }: Request): string {
  const lines = [
    `${method} ${path} HTTP/1.0`,
    `host: ${hostHeader(address, port)}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Undefined while the answer is incomplete: by its content-length, or else until the other side closes. No
 * regular expressions: each would be compiled for one answer.
 */
function answerIn(bytes: Buffer, ended: boolean): { status: number; body: string } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end).toLowerCase();
  const status = Number(head.slice("http/1.x ".length, "http/1.x 200".length));
  const body = bytes.subarray(end + 4);
  const length = lengthIn(head);
  const whole = length === undefined ? ended : body.length >= length;
  if (!head.startsWith("http/1.") || !(status >= 100 && status <= 999) || !whole) return undefined;
  return { status, body: body.toString("utf8") };
}

function lengthIn(head: string): number | undefined {
  const name = "\r\ncontent-length:";
  const at = head.indexOf(name);
  return at < 0 ? undefined : Number.parseInt(head.slice(at + name.length), 10) || 0;
}
