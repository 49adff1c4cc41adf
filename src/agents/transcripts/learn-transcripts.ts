import { isoTime } from "../../log/events/time.js";
import { callDigest } from "../../runs/record/learn-calls.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { bothEnds, outputChars } from "../moments/after-tool.js";
import { callText, promptChars } from "../moments/hear.js";
import { type Dated, inTimeOrder } from "./in-time-order.js";
import { newPastSession, noteEntry, type PastSession, pastEnd } from "./past-session.js";
import type { Entry, Faults, Transcript } from "./transcript.js";

type LearnInput = Parameters<Whetstone["learnCalls"]>[0];
export type LearnedBatch = Awaited<ReturnType<Whetstone["learnCalls"]>>;
type Step = LearnInput["steps"][number];
type PastPrompt = Extract<Step, { readonly prompt: unknown }>["prompt"];
type AboutPrompt = Pick<PastPrompt, "isRefusal" | "call">;
type EntryOf<Kind extends Entry["kind"]> = Extract<Entry, { readonly kind: Kind }>;

export interface LearnOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Calls before this are left out. */
  readonly since?: number | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Sees every entry, also of what is known already. */
  readonly onEntry?: ((dated: Dated) => void) | undefined;
  readonly onBatch?: ((batch: LearnedBatch) => void) | undefined;
}

/** What one transaction takes in: some hundred calls, some megabytes. */
const stepsAtOnce = 500;
const charsAtOnce = 8_000_000;
/** Enough of a prompt to know it by, beside its time. */
const idChars = 200;

/**
 * Feeds transcripts of one project to the rules of the hooks, in the order of their times. It may stop at any
 * moment: what was taken in is known by its id, and the next time goes on from there.
 */
export async function learnTranscripts(
  ws: Pick<Whetstone, "learnCalls" | "learnedSessions">,
  transcripts: readonly Transcript[],
  faults: Faults,
  options: LearnOptions,
): Promise<void> {
  const feed = await Feed.open(ws, transcripts, options);
  let done = 0;
  for (const dated of inTimeOrder(transcripts, faults)) {
    options.onEntry?.(dated);
    if (dated.entry === undefined) {
      done += 1;
      options.onProgress?.(done, transcripts.length);
      feed.close(dated.transcript);
    } else feed.take(dated.transcript, dated.entry);
    if (feed.isFull) await feed.flush();
  }
  await feed.flush();
}

/** Makes steps of entries, and passes them on by the hundred. */
class Feed {
  readonly #ws: Pick<Whetstone, "learnCalls">;
  readonly #options: LearnOptions;
  readonly #known: Set<string>;
  readonly #sessions = new Map<string, PastSession>();
  readonly #talks = new Map<string, Talk>();
  #steps: Step[] = [];
  #chars = 0;

  private constructor(ws: Pick<Whetstone, "learnCalls">, options: LearnOptions, known: Set<string>) {
    this.#ws = ws;
    this.#options = options;
    this.#known = known;
  }

  static async open(
    ws: Pick<Whetstone, "learnCalls" | "learnedSessions">,
    transcripts: readonly Transcript[],
    options: LearnOptions,
  ): Promise<Feed> {
    const { sessions } = await ws.learnedSessions();
    const feed = new Feed(
      ws,
      options,
      new Set(sessions.flatMap(({ calls, prompts }) => [...calls, ...prompts])),
    );
    const endedAt = new Map(sessions.map(({ session, endedAt: at }) => [session, at]));
    for (const transcript of transcripts) {
      const { session } = transcript;
      const past = feed.#sessions.get(session) ?? newPastSession(endedAt.get(session) ?? null);
      past.open += 1;
      past.writtenAt = Math.max(past.writtenAt, transcript.writtenAt);
      feed.#sessions.set(session, past);
    }
    return feed;
  }

  get isFull(): boolean {
    return this.#steps.length >= stepsAtOnce || this.#chars >= charsAtOnce;
  }

  take(transcript: Transcript, entry: Entry): void {
    const past = this.#sessions.get(transcript.session);
    if (past === undefined || entry.at < (this.#options.since ?? 0)) return;
    noteEntry(past, transcript, entry);
    if (entry.kind === "prompt") this.#takePrompt(transcript, entry);
    if (entry.kind === "call") this.#takeCall(transcript, entry);
  }

  #takeCall(transcript: Transcript, entry: EntryOf<"call">): void {
    const talk = talkOf(this.#talks, transcript);
    const { moment } = entry;
    const mine = moment.run === transcript.session;
    if (mine) talk.call = callText(moment.use);
    if (!this.#isNew(callDigest(entry.id))) return;
    const call = pastCall(transcript, entry);
    this.#push({ call }, call.input.length + call.output.length);
    if (mine && talk.typed && moment.refusedWith !== undefined)
      this.#pushPrompt(transcript, entry.at, moment.refusedWith, { isRefusal: true, call: talk.call });
  }

  /** What a person typed is heard, as at the prompt itself. */
  #takePrompt(transcript: Transcript, { at, text, typedBy }: EntryOf<"prompt">): void {
    if (typedBy === undefined || transcript.run !== transcript.session) return;
    const talk = talkOf(this.#talks, transcript);
    talk.typed = true;
    this.#pushPrompt(transcript, at, text, { call: talk.call });
  }

  #pushPrompt({ agent, session }: Transcript, time: number, words: string, about: AboutPrompt): void {
    const [at, text] = [isoTime(time), words.slice(0, promptChars)];
    // Agents number their prompts differently or not at all; a copy of a session keeps times and texts.
    const id = `${agent} ${at} ${text.slice(0, idChars)}`;
    if (!this.#isNew(callDigest(id))) return;
    this.#push({ prompt: { agent, session, at, id, text, ...about } }, text.length);
  }

  /** A resumed session begins with a copy of what it goes on from. */
  #isNew(digest: string): boolean {
    const isNew = !this.#known.has(digest);
    this.#known.add(digest);
    return isNew;
  }

  #push(step: Step, chars: number): void {
    this.#steps.push(step);
    this.#chars += chars;
  }

  close(transcript: Transcript): void {
    const past = this.#sessions.get(transcript.session);
    if (past === undefined) return;
    past.open -= 1;
    const end = past.open > 0 ? undefined : pastEnd(past, transcript, this.#options.now);
    if (end !== undefined) this.#steps.push({ end });
  }

  async flush(): Promise<void> {
    if (this.#steps.length === 0) return;
    const steps = this.#steps;
    this.#steps = [];
    this.#chars = 0;
    const learned = await this.#ws.learnCalls({ steps });
    this.#options.onBatch?.(learned);
  }
}

/** What a session's person and agent did last. */
interface Talk {
  /** Whether a person typed in it. */
  typed: boolean;
  call: string | undefined;
}

function talkOf(talks: Map<string, Talk>, { session }: Transcript): Talk {
  const talk = talks.get(session) ?? { typed: false, call: undefined };
  talks.set(session, talk);
  return talk;
}

function pastCall({ agent, session }: Transcript, { id, at, moment }: EntryOf<"call">) {
  const { use, output, facts, run } = moment;
  return {
    agent,
    session,
    run,
    id,
    at: isoTime(at),
    tool: use.tool,
    input: use.input.slice(0, outputChars),
    output: bothEnds(output),
    facts,
  };
}
