import type { ProjectPlace } from "../base/project/identify.js";
import { AdapterRetries } from "./adapter-retries.js";
import type { ToolUse, TypedBy } from "./moment.js";

/** The session of the call with which `init` checks that calls arrive; it belongs to no agent. */
export const setupCheckSession = "whetstone-init";

/**
 * The state of a session that the hooks need and the log does not keep. It is lost with the process: then the
 * outcome of the session is based on the log alone.
 */
export interface SessionFacts {
  /** The project in which the session began: its rules hold wherever the session goes. */
  began: ProjectPlace | undefined;
  /** Why calls were refused while no project could be opened; the project counts them once it can. */
  unnoted: readonly string[];
  /** Whether an earlier moment of the session arrived. */
  seenBefore: boolean;
  /** The first moment that arrived follows others: how many tools were called before it is not known. */
  missedStart: boolean;
  toolCalls: number;
  /** Tools that failed and have not worked since. */
  readonly broken: Set<string>;
  readonly files: Set<string>;
  readonly adapters: Set<string>;
  /** The adapter that failed last and has not worked since, with the kind of failure its error names. */
  failed: { readonly adapter: string; readonly failureType: string | undefined } | undefined;
  readonly retries: AdapterRetries;
  /** Ids of the tool calls that were handled: two installations of one hook send each call twice. */
  readonly handledCalls: Set<string>;
  /** The tool calls that run in the background, by their ids. */
  readonly inBackground: Map<string, ToolUse>;
  /** When an event without an id arrived, by its payload. */
  readonly arrivedAt: Map<string, number>;
  /** Time spent between prompts and answers. */
  activeMs: number;
  /** When the current turn began. */
  turnSince: number | undefined;
  /** The newest turn ended in an error of the host. */
  turnFailed: boolean;
  /** Who types the prompts of the session; undefined while none was typed by a person. */
  typedBy: TypedBy | undefined;
  /** Critical directives that the main agent left open at a moment when it could not be asked. */
  unasked: readonly string[];
  /** Those that it was asked about: once is enough. */
  readonly asked: Set<string>;
  /** The main agent was asked for one more turn, and has not ended it yet. */
  wasAsked: boolean;
  /** The newest answer of the main agent: some hosts repeat it at the beginning of the next. */
  answered: string;
  /** The last tool call of the agent that a person talks to. */
  lastCall: string | undefined;
  /** What the person typed, the newest last: what an agent quotes of it is looked for here. */
  typed: readonly string[];
  /** The agent was told to quote what its person corrects. */
  asksForQuotes: boolean;
  /** Quotations that were taken. */
  quoted: number;
  /** Rules that the person set aside by what they typed for this turn. */
  overruled: readonly string[];
  /** Rules asked for a step at the end of this turn: they speak once. */
  rulesSpoke: boolean;
  /** What to tell of calls that went on, by what they do. */
  readonly warnings: Map<string, string>;
}

/** More sessions than one machine runs at a time. */
const sessionsKept = 200;
const callsKept = 2_000;
const filesKept = 2_000;
/** A permission may be asked for in the evening and given in the morning. */
const longestTurnMs = 43_200_000;

/** The newest sessions of one host. */
export class Sessions {
  readonly #facts = new Map<string, SessionFacts>();

  /** Whether an agent has a task and has not answered yet. A killed agent never answers. */
  isAwaited(now: number): boolean {
    return [...this.#facts.values()].some(({ turnSince = 0 }) => now - turnSince < longestTurnMs);
  }

  of(session: string): SessionFacts {
    const facts = this.#facts.get(session) ?? newSession();
    this.#facts.delete(session);
    this.#facts.set(session, facts);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > sessionsKept && oldest !== undefined) this.#facts.delete(oldest);
    return facts;
  }

  /** The facts of a session that is over; undefined when none are known. */
  take(session: string): SessionFacts | undefined {
    const facts = this.#facts.get(session);
    if (facts !== undefined)
      this.#facts.set(session, { ...newSession(), began: facts.began, seenBefore: true });
    return facts;
  }
}

/** True for the first call with this id. */
export function isFirstSeen({ handledCalls }: SessionFacts, id: string): boolean {
  if (handledCalls.has(id)) return false;
  handledCalls.add(id);
  const [oldest] = handledCalls;
  if (handledCalls.size > callsKept && oldest !== undefined) handledCalls.delete(oldest);
  return true;
}

/** Two installations of one hook send an event at the same time; a slow machine starts the second later. */
const echoMs = 5_000;
const payloadsKept = 50;

/** True when the same payload arrived just before. */
export function isRepeatedPayload({ arrivedAt }: SessionFacts, payload: string, now: number): boolean {
  const before = arrivedAt.get(payload);
  arrivedAt.delete(payload);
  arrivedAt.set(payload, now);
  const [oldest] = arrivedAt.keys();
  if (arrivedAt.size > payloadsKept && oldest !== undefined) arrivedAt.delete(oldest);
  return before !== undefined && now - before < echoMs;
}

/** More commands than an agent runs in the background. */
const backgroundKept = 100;

export function noteStarted({ inBackground }: SessionFacts, use: ToolUse): void {
  if (use.id !== undefined && inBackground.size < backgroundKept) inBackground.set(use.id, use);
}

/** More calls than an agent makes at once. */
const warningsKept = 100;

export function noteWarning({ warnings }: SessionFacts, use: ToolUse, text: string): void {
  warnings.set(callKey(use), text);
  const [oldest] = warnings.keys();
  if (warnings.size > warningsKept && oldest !== undefined) warnings.delete(oldest);
}

/** What is to be told of a call that has ended; once. */
export function takeWarning({ warnings }: SessionFacts, use: ToolUse): string {
  const key = callKey(use);
  const warning = warnings.get(key) ?? "";
  warnings.delete(key);
  return warning;
}

/** Some hosts give a call no id, and none that is the same before and after it. */
function callKey({ tool, input }: ToolUse): string {
  return `${tool} ${input}`.slice(0, keyChars);
}

const keyChars = 2_000;

export function noteFiles(facts: SessionFacts, files: readonly string[]): void {
  for (const file of files) if (facts.files.size < filesKept) facts.files.add(file);
}

function newSession(): SessionFacts {
  return {
    began: undefined,
    typed: [],
    asksForQuotes: false,
    quoted: 0,
    unnoted: [],
    seenBefore: false,
    missedStart: false,
    toolCalls: 0,
    broken: new Set(),
    files: new Set(),
    adapters: new Set(),
    inBackground: new Map(),
    failed: undefined,
    retries: new AdapterRetries(),
    handledCalls: new Set(),
    arrivedAt: new Map(),
    activeMs: 0,
    turnSince: undefined,
    turnFailed: false,
    typedBy: undefined,
    unasked: [],
    asked: new Set(),
    wasAsked: false,
    answered: "",
    lastCall: undefined,
    overruled: [],
    rulesSpoke: false,
    warnings: new Map(),
  };
}
