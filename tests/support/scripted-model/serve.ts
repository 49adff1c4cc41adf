import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicWire } from "./anthropic-wire.js";
import { chatWire } from "./chat-wire.js";
import { geminiWire } from "./gemini-wire.js";
import { responsesWire } from "./responses-wire.js";
import { type Asked, type Json, type Step, streamed, type Wire } from "./step.js";

interface Seen extends Pick<Asked, "asked" | "results"> {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Json;
}

export interface ScriptedModel {
  /** Without a path, such as http://127.0.0.1:4711. */
  readonly url: string;
  /** Every question to the model, in order. */
  readonly seen: readonly Seen[];
  close(): void;
}

/** The step for a turn: the number of turns before it says which, so that sessions may run side by side. */
export type Script = (question: {
  readonly asked: string;
  readonly turn: number;
  readonly body: Json;
}) => Step;

const wires: readonly (readonly [path: RegExp, wire: Wire])[] = [
  [/\/messages$/, anthropicWire],
  [/\/chat\/completions$/, chatWire],
  [/\/responses$/, responsesWire],
  [/:(?:streamG|g)enerateContent$/, geminiWire],
];

/** A stand-in for the API of a language model on this machine. */
export async function serveScriptedModel(script: Script | string): Promise<ScriptedModel> {
  const seen: Seen[] = [];
  const answer = typeof script === "string" ? () => ({ text: script }) : script;
  const server = createServer(async (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const wire = wires.find(([pattern]) => pattern.test(path))?.[1];
    if (wire === undefined || request.method !== "POST") return refuse(response, 404);
    const body: Json = JSON.parse(await textOf(request));
    const { asked, turns, results } = wire.read(body);
    seen.push({ path, headers: request.headers, body, asked, results });
    const streams = wire.streams?.(path) ?? body.stream === true;
    send(response, wire, body, answer({ asked, turn: turns, body }), streams);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, wire: Wire, request: Json, step: Step, streams: boolean): void {
  if (step.hang) return;
  if (step.status !== undefined) {
    refuse(response, step.status);
  } else if (step.body !== undefined || !streams) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(step.body ?? JSON.stringify(wire.body(request, step)));
  } else {
    stream(response, wire, wire.stream(request, step));
  }
}

function stream(response: ServerResponse, wire: Wire, events: readonly Json[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const text of streamed(wire, events)) response.write(text);
  response.end();
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ type: "error", error: { type: "api_error", message: `scripted ${status}` } }),
  );
}
