import type { Whetstone } from "../compose/whetstone.js";
import { handleMoment, type MomentContext } from "../hosts/handle-moment.js";
import type { Place, ToolUse } from "../hosts/moment.js";
import { Sessions } from "../hosts/sessions.js";
import type { CallResult } from "./call-result.js";
import type { BegunCall, ToolWatch } from "./guard-tools.js";
import { lessonsFor } from "./lessons-for.js";
import { type ModelRequest, promptOf, toolsOf } from "./model-request.js";
import { resultsIn } from "./results-in.js";
import type { RunEnd, RunOptions } from "./run-options.js";
import { type CallFacts, toolUseOf } from "./tool-use.js";
import { unlessItFails } from "./unless-it-fails.js";

/** One question to the model; `done` when its answer was complete. */
interface Question {
  done: boolean;
}

/** More prompts than a run has under way at a time. */
const promptsKept = 20;
/** Longer answers are heard by their end. */
const saidChars = 1_000_000;

/**
 * One run of an agent: what its model and its tools do, told as the moments that every host has. Nothing here
 * throws.
 */
export class WatchedRun implements ToolWatch {
  readonly id = `ai-sdk-${crypto.randomUUID()}`;
  readonly #ws: Whetstone;
  readonly #options: RunOptions;
  readonly #context: MomentContext;
  readonly #root = currentFolder();
  readonly #lessons = new Map<string, Promise<string>>();
  /** Calls of tools that were told or refused, or belong to an earlier run. */
  readonly #known = new Set<string>();
  #tools: readonly string[] = [];
  #newest: Question | undefined;
  #said = "";
  #end: Promise<void> | undefined;

  constructor(ws: Whetstone, options: RunOptions) {
    this.#ws = ws;
    this.#options = options;
    this.#context = { sessions: new Sessions(), open: async () => ws, clock: options.clock ?? Date.now };
  }

  get ws(): Whetstone {
    return this.#ws;
  }

  /** What the agent should know when it answers this request: the same text in every step of a turn. */
  async lessons(request: ModelRequest): Promise<string> {
    if (this.#newest === undefined) await this.#begin(request);
    this.#tools = toolsOf(request);
    await this.#tellResults(request);
    const { text, key } = promptOf(request);
    const known = this.#lessons.get(key);
    if (known !== undefined) return known;
    const made = lessonsFor(this.#ws, this.#place, { text, plan: this.#options.plan ?? false }, () =>
      handleMoment({ ...this.#place, kind: "prompt", text, anew: true }, this.#context),
    );
    this.#lessons.set(key, made);
    const [oldest] = this.#lessons.keys();
    if (this.#lessons.size > promptsKept && oldest !== undefined) this.#lessons.delete(oldest);
    return made;
  }

  /** The model is asked. */
  asked(): Question {
    this.#newest = { done: false };
    return this.#newest;
  }

  /** The model has answered; unless it waits for tools, its turn is over. */
  async answered(question: Question, text: string, waitsForTools: boolean): Promise<void> {
    question.done = true;
    this.#said = `${this.#said}\n${text}`.slice(-saidChars);
    if (!waitsForTools) await this.#tellAnswer();
  }

  async begun(tool: string, id: string | undefined, input: unknown): Promise<BegunCall> {
    const use = await this.#useOf(tool, id, input);
    const { refusal } = await handleMoment({ ...this.#place, kind: "before-tool", use }, this.#context);
    if (refusal === undefined) return { use };
    if (id !== undefined) this.#known.add(id);
    return { use, refusal: refusal.reason };
  }

  async ended(use: ToolUse, result: () => CallResult): Promise<void> {
    if (use.id !== undefined) this.#known.add(use.id);
    await unlessItFails(this.#ws, "after-tool", undefined, async () => {
      await handleMoment({ ...this.#place, kind: "after-tool", use, ...result() }, this.#context);
    });
  }

  /** The first end is the one that counts. */
  end(how: RunEnd): Promise<void> {
    this.#end ??= this.#tellEnd(how);
    return this.#end;
  }

  get #place(): Place {
    const { role } = this.#options;
    return { host: "ai-sdk", root: this.#root, session: this.id, run: this.id, role, tools: this.#tools };
  }

  async #begin(request: ModelRequest): Promise<void> {
    for (const { id } of resultsIn(request)) this.#known.add(id);
    await this.#ws.endSilentPhases();
  }

  async #tellResults(request: ModelRequest): Promise<void> {
    for (const { id, tool, input, result } of resultsIn(request)) {
      if (!this.#known.has(id)) await this.ended(await this.#useOf(tool, id, input), result);
    }
  }

  async #useOf(tool: string, id: string | undefined, input: unknown): Promise<ToolUse> {
    const told = await unlessItFails<CallFacts | undefined>(this.#ws, "describe", undefined, () =>
      this.#options.describe?.({ tool, input }),
    );
    const unread = toolUseOf(tool, id, undefined, {});
    return unlessItFails(this.#ws, "tool", unread, () => toolUseOf(tool, id, input, told));
  }

  async #tellAnswer(): Promise<void> {
    const text = this.#said;
    this.#said = "";
    await handleMoment({ ...this.#place, kind: "answer", text, mayGoOn: false }, this.#context);
  }

  async #tellEnd({ result, cause }: RunEnd): Promise<void> {
    if (this.#newest === undefined) return;
    if (this.#said !== "") await this.#tellAnswer();
    if (!this.#newest.done || cause === "infra")
      await handleMoment({ ...this.#place, kind: "turn-failed" }, this.#context);
    const told = result === undefined ? {} : { result };
    await handleMoment({ ...this.#place, kind: "session-end", worked: true, ...told }, this.#context);
  }
}

/** The folder may have been deleted under a program that runs in it. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return ".";
  }
}
