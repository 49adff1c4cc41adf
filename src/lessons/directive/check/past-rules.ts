import type { WorkState } from "../fold/work-states.js";
import { type AsksFor, asksFor, wishesIn } from "./asked-for.js";
import type { CheckedCall, Finding, Matchers, WorkAround } from "./call.js";
import type { Before, Check } from "./check.js";
import { requiredRun } from "./commands.js";
import { type PreparedCheck, prepareCheck } from "./prepared-check.js";
import { notesOfStop, type WorkNote, type WorkWatch, withWorkNote, workWatch } from "./work.js";

/** A check that is asked of past sessions. */
export interface AskedCheck {
  readonly check: Check;
  /** Since when its rule says what it says; undefined where nobody knows. */
  readonly since: string | undefined;
  /** The coding agents that read its rule. */
  readonly agents: readonly string[];
}

interface InSession {
  readonly session: string;
  readonly agent: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
}

/** What a session did, one thing at a time, in the order of time. */
export type PastStep = PastPrompt | PastCall | PastStop;

interface PastPrompt extends InSession {
  readonly kind: "prompt";
  readonly text: string;
}

export interface PastCall extends InSession {
  readonly kind: "call";
  readonly id: string;
  /** The run of the agent. */
  readonly thread: string;
  readonly call: CheckedCall;
  /** The call in a few words, for people. */
  readonly did: string;
  readonly ended: "passed" | "failed" | "unknown";
  /** It could not even be run: there is no such program, script or task. */
  readonly isFault: boolean;
  readonly branch: string | undefined;
  readonly exists: (file: string) => boolean | undefined;
}

/** The end of a turn that nothing cut short. */
interface PastStop extends InSession {
  readonly kind: "stop";
}

/** What a session did, with what a person needs to judge it: one for all checks that applied to it. */
export interface PastMoment extends InSession {
  /** Undefined at the end of a turn. */
  readonly call: string | undefined;
  readonly did: string;
  /** The prompt above it. */
  readonly prompt: string | undefined;
  /** What the session did next. */
  next: string | undefined;
}

/** One time at which a check applied. */
export interface PastExample {
  readonly finding: Finding;
  readonly moment: PastMoment;
}

/** The same in one session. */
export interface SessionTally {
  readonly agent: string;
  kept: number;
  broken: number;
}

/** How often a check applied, and how often it was broken. */
export interface PastTally {
  kept: number;
  broken: number;
  unsure: number;
  /** What the person had asked for in that very turn: neither kept nor broken. */
  overruled: number;
  /** How often the command that it asks for was run, and could not be. */
  followed: number;
  faults: number;
  /** Those in which it applied, in the order of time. */
  readonly sessions: Map<string, SessionTally>;
  /** The newest of each kind. */
  readonly examples: { readonly [State in Finding["state"]]: PastExample[] };
}

/** More of each kind than a person looks at. */
const examplesKept = 5;

interface Asked extends AskedCheck {
  readonly prepared: PreparedCheck;
  readonly isFollowed: (step: PastCall, finding: Finding | undefined) => boolean;
  readonly asksFor: AsksFor | undefined;
  readonly tally: PastTally;
}

interface Session {
  state: WorkState | undefined;
  prompt: string | undefined;
  /** What the prompt asks for, read when a check is broken. */
  wishes: readonly string[] | undefined;
  /** It waits for what comes next. */
  open: PastMoment | undefined;
  /** Checks that hold once in a session and were asked. */
  readonly asked: Set<Asked>;
}

/** What a finding is of. */
interface Counted {
  readonly step: PastCall | PastStop;
  readonly moment: PastMoment;
  readonly session: Session;
}

/** Asks checks of past sessions, by the code that asks them at a call and at the end of a turn. */
export class PastRules {
  readonly #asked: readonly Asked[];
  readonly #watch: WorkWatch;
  readonly #repositoryOf: WorkAround["repositoryOf"];
  readonly #sessions = new Map<string, Session>();
  /** A resumed session begins with a copy of another. */
  readonly #seen = new Set<string>();
  #seq = 0;

  constructor(checks: readonly AskedCheck[], matchers: Matchers, repositoryOf: WorkAround["repositoryOf"]) {
    this.#asked = checks.map((each) => ({
      ...each,
      prepared: prepareCheck(each.check, matchers),
      isFollowed: isFollowedBy(each.check),
      asksFor: asksFor(each.check, matchers),
      tally: newTally(),
    }));
    const gates = checks.flatMap(({ check }): readonly Before[] => ("before" in check ? [check] : []));
    this.#watch = workWatch(gates, matchers);
    this.#repositoryOf = repositoryOf;
  }

  /** In the order of the checks that were given. */
  get tallies(): readonly PastTally[] {
    return this.#asked.map(({ tally }) => tally);
  }

  note(step: PastStep): void {
    const session = this.#sessionOf(step.session);
    if (step.kind === "prompt") {
      this.#follow(session, `you: ${step.text}`);
      session.prompt = step.text;
      session.wishes = undefined;
    } else if (step.kind === "stop") this.#noteStop(step, session);
    else this.#noteCall(step, session);
  }

  #noteCall(step: PastCall, session: Session): void {
    const { id, call, exists, branch, thread, ended } = step;
    const around = { state: session.state, repositoryOf: this.#repositoryOf, branchOf: () => branch, exists };
    this.#follow(session, `${step.did}${ended === "failed" ? " (failed)" : ""}`);
    const moment = momentOf(step, session);
    if (!this.#seen.has(id))
      for (const asked of this.#asked)
        if (isInForce(asked, step)) {
          const finding = asked.prepared.atCall(call, around);
          if (asked.isFollowed(step, finding)) {
            asked.tally.followed += 1;
            if (step.isFault) asked.tally.faults += 1;
          }
          this.#count(asked, finding, { step, moment, session });
        }
    this.#seen.add(id);
    this.#keep(step, thread, session, this.#watch(call, ended, this.#repositoryOf));
  }

  #noteStop(step: PastStop, session: Session): void {
    const around = { state: session.state, repositoryOf: this.#repositoryOf };
    const moment = momentOf(step, session);
    for (const asked of this.#asked)
      if (isInForce(asked, step))
        this.#count(asked, asked.prepared.atStop(around), { step, moment, session });
    this.#keep(step, step.session, session, notesOfStop(around));
  }

  #keep(
    { session: name, at }: InSession,
    thread: string,
    session: Session,
    notes: readonly WorkNote[],
  ): void {
    for (const note of notes) {
      this.#seq += 1;
      const stamp = { session: name, thread, at, seq: this.#seq };
      session.state = withWorkNote(session.state, note, stamp);
    }
  }

  #count(asked: Asked, finding: Finding | undefined, { step, moment, session }: Counted): void {
    if (finding === undefined) return;
    if (isOncePerSession(asked.check)) {
      if (session.asked.has(asked)) return;
      session.asked.add(asked);
    }
    const { tally } = asked;
    const { state } = finding;
    if (state === "broken" && isOverruled(asked, step, session)) {
      tally.overruled += 1;
      return;
    }
    tally[state] += 1;
    if (state !== "unsure") inSession(tally, step)[state] += 1;
    keepExample(tally, { finding, moment });
    session.open = moment;
  }

  #follow(session: Session, next: string): void {
    if (session.open !== undefined) session.open.next = next;
    session.open = undefined;
  }

  #sessionOf(name: string): Session {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const session: Session = {
      ...{ state: undefined, prompt: undefined, wishes: undefined, open: undefined },
      asked: new Set<Asked>(),
    };
    this.#sessions.set(name, session);
    return session;
  }
}

export function newTally(): PastTally {
  return {
    kept: 0,
    broken: 0,
    unsure: 0,
    overruled: 0,
    followed: 0,
    faults: 0,
    sessions: new Map(),
    examples: { kept: [], broken: [], unsure: [] },
  };
}

function inSession({ sessions }: PastTally, { session, agent }: InSession): SessionTally {
  const known = sessions.get(session) ?? { agent, kept: 0, broken: 0 };
  sessions.set(session, known);
  return known;
}

/** The newest are kept. */
export function keepExample(tally: PastTally, example: PastExample): void {
  const kept = tally.examples[example.finding.state];
  kept.push(example);
  if (kept.length > examplesKept) kept.shift();
}

function momentOf(step: PastCall | PastStop, { prompt }: Session): PastMoment {
  const { session, agent, at } = step;
  const isCall = step.kind === "call";
  const did = isCall ? step.did : "the end of a turn";
  return { session, agent, at, call: isCall ? step.id : undefined, did, prompt, next: undefined };
}

/** A person's words are for the agent that they talk to. */
function isOverruled({ asksFor }: Asked, step: PastCall | PastStop, session: Session): boolean {
  if (step.kind !== "call" || step.thread !== step.session || asksFor === undefined) return false;
  session.wishes ??= session.prompt === undefined ? [] : wishesIn(session.prompt);
  return session.wishes.some(asksFor);
}

function isInForce({ since, agents }: AskedCheck, { at, agent }: InSession): boolean {
  return (since === undefined || at >= since) && agents.includes(agent);
}

/** What has to be done once, before the first time: later calls of the session would say the same again. */
function isOncePerSession(check: Check): boolean {
  return "before" in check && check.since === undefined;
}

/** Whether a call does what the check asks for. */
function isFollowedBy(check: Check): Asked["isFollowed"] {
  if ("prefix" in check) return (_, finding) => finding?.state === "kept";
  const command = "before" in check ? (check.ran ?? check.passed) : undefined;
  if (command === undefined) return () => false;
  const isIt = requiredRun(command);
  return ({ call }) => call.read.runs.some(isIt);
}
