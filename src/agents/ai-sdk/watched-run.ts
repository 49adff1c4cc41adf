import type { Whetstone } from "../../verbs/open/whetstone.js";
import { handleMoment, type MomentContext } from "../handle-moment.js";
import type { Moment, Place, Reply, ToolUse } from "../moment.js";
import { Sessions } from "../sessions.js";
import { hostSource } from "../source.js";
import { type CallResult, resultsIn } from "./call-result.js";
import type { BegunCall, ToolWatch } from "./guard-tools.js";
import { type ModelRequest, promptOf, toolNames } from "./model-request.js";
import { type CallFacts, callToToolUse, type DescribeCall } from "./tool-use.js";

export interface RunOptions {
  /** The agent gets the lessons of this role; by default that of the setting `hosts.mainRole`. */
  readonly role?: string;
  /**
   * Adds the plan of the task to the brief: what worked and what failed for similar tasks. If a strategy is
   * named, the run's outcome is evidence for or against that strategy. A plan waits for the store as
   * `ws.plan` does.
   */
  readonly plan?: boolean | { readonly strategy: string };
  /** Reports what a call does, for tools whose arguments do not have the usual names. */
  readonly describe?: DescribeCall;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
}

export interface RunEnd {
  /** How the work went, where the program knows it; by default the results of the tools decide. */
  readonly result?: "success" | "partial" | "failure";
  /** `infra` when the run was aborted; a model that did not answer is noticed anyway. */
  readonly cause?: "task" | "infra";
}

/** One question to the model; `done` when its answer was complete. */
interface Question {
  done: boolean;
}

/** More than the number of prompts that one run works on at a time. */
const promptsKept = 20;
/** Of a longer answer only the end is read. */
const answerChars = 1_000_000;
/** The start of a long prompt says what the task is about. */
const taskChars = 20_000;

/** One run of an agent. Translates what its model and its tools do to the moments of a session. */
export class WatchedRun implements ToolWatch {
  readonly id = `ai-sdk-${crypto.randomUUID()}`;
  readonly #ws: Whetstone;
  readonly #options: RunOptions;
  readonly #context: MomentContext;
  readonly #root = workingFolder();
  readonly #lessons = new Map<string, Promise<string>>();
  /** Ids of calls that were handled or refused, or that belong to an earlier run. */
  readonly #handledCalls = new Set<string>();
  /** What the model is told with the result of a call, by the id of the call. */
  readonly #told = new Map<string, string>();
  #tools: readonly string[] = [];
  #newest: Question | undefined;
  #answer = "";
  #end: Promise<void> | undefined;

  constructor(ws: Whetstone, options: RunOptions) {
    this.#ws = ws;
    this.#options = options;
    this.#context = { sessions: new Sessions(), open: async () => ws, clock: options.clock ?? Date.now };
  }

  /** The text for the system message: the same in every step of a turn. */
  async lessons(request: ModelRequest): Promise<string> {
    if (this.#newest === undefined) await this.#begin(request);
    this.#tools = toolNames(request);
    await this.#handleResults(request);
    const { text, key } = promptOf(request);
    const known = this.#lessons.get(key);
    if (known !== undefined) return known;
    const made = this.#lessonsFor(text);
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
    this.#answer = `${this.#answer}\n${text}`.slice(-answerChars);
    if (!waitsForTools) await this.#endTurn();
  }

  async begun(tool: string, id: string | undefined, input: unknown): Promise<BegunCall> {
    const use = await this.#toolUse(tool, id, input);
    const { refusal } = await this.#handle({ kind: "before-tool", use });
    if (refusal === undefined) return { use };
    if (id !== undefined) this.#handledCalls.add(id);
    return { use, refusal: refusal.reason };
  }

  async ended(use: ToolUse, result: () => CallResult): Promise<void> {
    if (use.id !== undefined) this.#handledCalls.add(use.id);
    await this.failOpen("after-tool", undefined, async () => {
      const { context } = await this.#handle({ kind: "after-tool", use, ...result() });
      if (context !== undefined && use.id !== undefined) this.#told.set(use.id, context);
    });
  }

  /** What is known of calls that failed, for their results; the same in every later step. */
  get told(): ReadonlyMap<string, string> {
    return this.#told;
  }

  /** The first end is the one that counts. */
  end(how: RunEnd): Promise<void> {
    this.#end ??= this.#endRun(how);
    return this.#end;
  }

  /** Does work that must not fail the agent: an error is noted as a loss, and the result is `otherwise`. */
  async failOpen<T>(stage: string, otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#ws.noteLoss(`ai-sdk ${stage}`, error instanceof Error ? error.message : String(error));
      return otherwise;
    }
  }

  get #place(): Place {
    const { role } = this.#options;
    return { host: "ai-sdk", root: this.#root, session: this.id, run: this.id, role, tools: this.#tools };
  }

  #handle(moment: MomentPart): Promise<Reply> {
    return handleMoment({ ...this.#place, ...moment }, this.#context);
  }

  async #begin(request: ModelRequest): Promise<void> {
    for (const { id } of resultsIn(request)) this.#handledCalls.add(id);
    await this.#ws.endSilentPhases();
  }

  async #lessonsFor(text: string): Promise<string> {
    const { plan = false } = this.#options;
    const { context = "" } = await this.#handle({ kind: "prompt", text, anew: true });
    if (plan === false || text.trim() === "") return context;
    const planned = await this.failOpen("plan", "", () => this.#planFor(text.slice(0, taskChars), plan));
    return [context, planned].filter((block) => block !== "").join("\n\n");
  }

  async #planFor(task: string, plan: NonNullable<RunOptions["plan"]>): Promise<string> {
    const { prompt } = await this.#ws.plan({
      task,
      taskId: this.id,
      run: this.id,
      ...(typeof plan === "object" ? { strategy: plan.strategy } : {}),
      ...hostSource(this.#place),
    });
    // The user's words are in the prompt already and must not get the weight of the system message.
    return prompt.replace(`## Task\n\n${task}`, () => "").trim();
  }

  async #handleResults(request: ModelRequest): Promise<void> {
    for (const { id, tool, input, result } of resultsIn(request)) {
      if (!this.#handledCalls.has(id)) await this.ended(await this.#toolUse(tool, id, input), result);
    }
  }

  async #toolUse(tool: string, id: string | undefined, input: unknown): Promise<ToolUse> {
    const described = await this.failOpen<CallFacts | undefined>("describe", undefined, () =>
      this.#options.describe?.({ tool, input }),
    );
    const withoutInput = callToToolUse(tool, id, undefined, {});
    return this.failOpen("tool", withoutInput, () => callToToolUse(tool, id, input, described));
  }

  async #endTurn(): Promise<void> {
    const text = this.#answer;
    this.#answer = "";
    await this.#handle({ kind: "answer", text, mayGoOn: false });
  }

  async #endRun({ result, cause }: RunEnd): Promise<void> {
    if (this.#newest === undefined) return;
    if (this.#answer !== "") await this.#endTurn();
    if (!this.#newest.done || cause === "infra") await this.#handle({ kind: "turn-failed" });
    await this.#handle({ kind: "session-end", worked: true, ...(result === undefined ? {} : { result }) });
  }
}

/** A moment without its place. */
type MomentPart = Moment extends infer Each ? (Each extends Place ? Omit<Each, keyof Place> : never) : never;

/** The working folder of a program can be deleted while it runs. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return ".";
  }
}
