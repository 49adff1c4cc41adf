import { randomUUID } from "node:crypto";

/** What the scripted model does in one turn. */
export interface Step {
  readonly text?: string;
  readonly tools?: readonly {
    readonly name: string;
    /** Where the host groups its tools, as Codex does. */
    readonly namespace?: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
  /** An error of the API instead of a turn. */
  readonly status?: number;
  /** Sent as it is instead of a turn, with status 200. */
  readonly body?: string;
  /** Never answers. */
  readonly hang?: true;
}

/** Tokens that every turn reports. */
export const usage = { input: 100, output: 20 };

export type Json = Readonly<Record<string, unknown>>;

/** What a request says. */
export interface Asked {
  /** The texts of the person's side. */
  readonly asked: string;
  /** How many turns the model had before. */
  readonly turns: number;
  /** What came of each call that the model made, as it reads it. */
  readonly results: readonly string[];
}

/** One turn in the words of one API: a whole body, and the same as events of a stream. */
export interface Wire {
  read(request: Json): Asked;
  body(request: Json, step: Step): Json;
  stream(request: Json, step: Step): readonly Json[];
  readonly streamEnd?: string;
  /** Where the path says whether to stream; else the request's field `stream` does. */
  streams?(path: string): boolean;
}

/** Agents take turns with one id for parts of one turn, and calls with one id for one call. */
export function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll("-", "")}`;
}

/** All texts in a message's content, whatever its shape. */
export function flat(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(flat).join("\n");
  if (typeof content !== "object" || content === null) return "";
  const { text, content: inner } = content as Json;
  return flat(text ?? inner ?? "");
}

/** The events of a stream as they are sent, one text each. */
export function streamed({ streamEnd }: Wire, events: readonly Json[]): readonly string[] {
  const texts = events.map(
    (event) =>
      `${event.type === undefined ? "" : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`,
  );
  return streamEnd === undefined ? texts : [...texts, `data: ${streamEnd}\n\n`];
}
