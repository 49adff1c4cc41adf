import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { firstLineOf, WhetstoneError } from "../../base/errors.js";
import {
  batchEvents,
  type Hub,
  type PullAnswer,
  type PushAnswer,
  type SentEvent,
} from "../../hub/rights/hub.js";
import { type Caller, keyKinds, roles } from "../../hub/rights/roles.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { envelope } from "../../log/events/envelope.js";
import { formatHeader, logFormat } from "../../log/events/format.js";
import type { Catalog } from "../../verbs/frame/catalog-entry.js";
import { routeOf } from "../../verbs/frame/names.js";
import { otherForm, refusedCall, tooLargeAnswer, unreachable, unusable } from "./hub-errors.js";

export interface HttpHubOptions {
  /** Without a slash at its end, as `hubAddress` gives it. */
  readonly url: string;
  readonly key: string;
  /** On the hub; not needed to ask who the key is. */
  readonly project?: string;
  /** The name by which the hub lists this machine; it lists none that says no name. */
  readonly machine?: string;
  /** The version of this program. */
  readonly version: string;
  /** For one call, its answer included. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** A push of 500 events takes the hub a second or two; a slow line needs its time too. */
const usualTimeoutMs = 60_000;
/** Bytes of one answer; less than what a hub takes as one push. */
const answerMaxBytes = 33_554_432;
/** Bytes of the events in one push: half of what a hub takes, for each text is quoted once more. */
const pushMaxBytes = 16_777_216;
/** A hub that asks for more patience than this is left alone until the next exchange. */
const waitMaxSeconds = 5;
const waitsMax = 3;

const caller = z.object({
  member: z.string(),
  kind: z.enum(keyKinds),
  role: z.enum(roles),
  project: z.string(),
});
const pushAnswer = z.object({
  head: z.int(),
  events: z.array(
    z.union([
      z.object({ id: z.string(), seq: z.int().check(z.positive()) }),
      z.object({
        id: z.string(),
        refused: z.object({ reason: z.string(), next: z.string(), isLater: z.optional(z.literal(true)) }),
      }),
    ]),
  ),
});
const pulledEvent = z.extend(envelope, { project: z.string(), data: z.string() });
const pullAnswer = z.object({ head: z.int(), events: z.array(pulledEvent) });

/** A hub over the network. A long push goes out in several calls, each of which is all or nothing. */
export class HttpHub implements Hub {
  readonly #options: HttpHubOptions;
  /** The form of logs that it last named. */
  #format: string | null = null;

  constructor(options: HttpHubOptions) {
    this.#options = options;
  }

  async whoAmI(): Promise<Caller & { readonly project: string }> {
    return this.#inForm(this.#checked(caller, await this.#call("GET", "/v1/me")));
  }

  async push(events: readonly SentEvent[]): Promise<PushAnswer> {
    await this.#meet();
    let answer: PushAnswer = { events: [], head: 0 };
    for (const part of inParts(events)) {
      const { events: pushed, head } = await this.#pushPart(part);
      answer = { events: [...answer.events, ...pushed], head };
    }
    return answer;
  }

  async pull(since: number, limit: number): Promise<PullAnswer> {
    const { machine } = this.#options;
    const name = machine === undefined ? "" : `&machine=${encodeURIComponent(machine)}`;
    const path = `${this.#projectPath()}/pull?since=${since}&limit=${limit}${name}`;
    let text: string;
    try {
      text = await this.#call("GET", path);
    } catch (error) {
      // A few long events may fill what many short ones do not.
      if (!(error instanceof WhetstoneError) || error.code !== "too_large" || limit <= 1) throw error;
      return this.pull(since, Math.ceil(Math.min(limit, batchEvents) / 8));
    }
    const { events, head } = this.#inForm(this.#checked(pullAnswer, text));
    const { url, project } = this.#options;
    const follow = events.every((event, index) => event.seq === since + index + 1);
    // Nothing new, although its head says that there is, would be asked for again and again.
    if (!follow || events.length > limit || (events.length === 0 && head > since))
      throw unusable(url, `its events do not follow the ${since} that are here`);
    if (events.some((event) => event.project !== project))
      throw unusable(url, "its events are of another project");
    return { events: events as readonly RecordedEvent[], head };
  }

  async confirmForgotten(machine: string, seq: number): Promise<void> {
    await this.#meet();
    await this.#call("POST", `${this.#projectPath()}/forgotten`, JSON.stringify({ machine, seq }));
  }

  /** Calls a verb on the project, as the owner of the key. Its answer is checked as a verb's own. */
  async callVerb(name: string, input: unknown): Promise<unknown> {
    const { catalog } = await import("../../verbs/catalog.js");
    const { verb } = (await (catalog as Catalog)[name]?.load()) ?? {};
    await this.#meet();
    const text = await this.#call("POST", `${this.#projectPath()}/${routeOf(name)}`, JSON.stringify(input));
    return this.#checked(verb?.output ?? z.unknown(), text);
  }

  async #pushPart(part: readonly SentEvent[]): Promise<PushAnswer> {
    const text = await this.#call("POST", `${this.#projectPath()}/push`, JSON.stringify({ events: part }));
    const answer = this.#checked(pushAnswer, text) as PushAnswer;
    const isComplete =
      answer.events.length === part.length && answer.events.every(({ id }, index) => id === part[index]?.id);
    if (!isComplete) throw unusable(this.#options.url, "it does not answer every event that it was sent");
    return answer;
  }

  /** A hub of another form would take in what it is sent before its answer tells. */
  async #meet(): Promise<void> {
    if (this.#format === null) await this.whoAmI();
  }

  #inForm<Answer>(answer: Answer): Answer {
    if (this.#format === String(logFormat)) return answer;
    throw otherForm(this.#options, this.#format);
  }

  #projectPath(): string {
    return `/v1/projects/${encodeURIComponent(this.#options.project ?? "")}`;
  }

  #checked<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw unusable(this.#options.url, "it is not JSON");
    }
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    const [issue] = error.issues;
    throw unusable(
      this.#options.url,
      `'${issue?.path.join(".") ?? ""}': ${issue?.message ?? "does not fit"}`,
    );
  }

  /** The text of the answer. Waits and calls again where the hub asks for a little patience. */
  async #call(method: "GET" | "POST" | "DELETE", path: string, body?: string): Promise<string> {
    for (let waits = 0; ; waits += 1) {
      const { response, text } = await this.#exchange(method, path, body);
      if (response.ok) return text;
      const error = refusedCall(response, text, this.#options);
      const { retryAfterSeconds: seconds } = error.values;
      if (typeof seconds !== "number" || seconds > waitMaxSeconds || waits >= waitsMax) throw error;
      await sleep(seconds * 1000, undefined, { signal: this.#options.signal }).catch(() => {
        throw error;
      });
    }
  }

  async #exchange(method: string, path: string, body: string | undefined) {
    const { url, key, version, timeoutMs = usualTimeoutMs, signal } = this.#options;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        // The key is not meant for a server at another address.
        redirect: "manual",
        headers: {
          authorization: `Bearer ${key}`,
          "user-agent": `whetstone/${version}`,
          [formatHeader]: String(logFormat),
        },
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        ...(body === undefined ? {} : { body }),
      });
      this.#format = response.headers.get(formatHeader) ?? this.#format;
      return { response, text: await readResponse(response, url) };
    } catch (error) {
      if (error instanceof WhetstoneError) throw error;
      throw unreachable(url, limit.aborted ? `no answer within ${timeoutMs} ms` : causeOf(error), error);
    }
  }
}

/** An answer that is too long is not read to its end. */
async function readResponse(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > answerMaxBytes) throw tooLargeAnswer(url, answerMaxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Fetch says "fetch failed"; what went wrong is underneath. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  if (cause === undefined) return firstLineOf(error);
  const text = firstLineOf(cause);
  return text === "" ? (cause.code ?? "the connection failed") : text;
}

function inParts(events: readonly SentEvent[]): readonly (readonly SentEvent[])[] {
  const parts: SentEvent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const length = Buffer.byteLength(event.data);
    if (bytes + length > pushMaxBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(event);
    bytes += length;
  }
  return parts;
}
