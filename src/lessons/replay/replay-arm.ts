import type { Config } from "../../base/config/settings.js";
import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { foldOf } from "../../log/projection.js";
import { Ledger } from "../../log/store/ledger.js";
import { noStore, ScratchWriter } from "../../log/store/scratch.js";
import { views } from "../../log/views.js";
import { runs } from "../../runs/fold/runs.js";
import type { Context } from "../../verbs/call/context.js";
import { makeBrief } from "../brief/make-brief.js";
import { tellKnownFailure } from "../failure/tell-known-failure.js";
import { projections } from "../projections.js";
import { makePlan } from "../strategy/plan/make-plan.js";
import { showLessons } from "../trial/show-lessons.js";
import { isDecided, ReplaySide } from "./replay-side.js";

/** What the rules of the moments read. The others would only take time. */
const readByMoments: ReadonlySet<string> = new Set(
  [
    views.failures,
    views.sessions,
    views.recentSessions,
    views.trials,
    views.runs,
    views.directives,
    views.insights,
    views.summaries,
    views.roles,
    views.mutes,
    views.totals,
    views.adapters,
    views.phases,
    views.workStates,
    views.sessionAgents,
    views.strategies,
    views.criteria,
    views.tasks,
    views.errors,
    views.skills,
    views.recentEvents,
  ].map(({ name }) => name),
);

type Decided = EventOf<"lesson-exposed"> | EventOf<"lesson-withheld">;

/**
 * The course of a log under other settings. What happened is taken from the log; what was shown and held out is
 * decided anew at each of its moments, by the rules that decide it otherwise, and is what later moments know.
 * Everything is written into a scratch.
 */
export class ReplayArm {
  readonly side = new ReplaySide();
  /** Everything that happened and was decided up to here. */
  readonly writer: ScratchWriter;
  readonly #context: Context;
  readonly #concerns: (type: string) => boolean;
  /** Briefs whose lessons were chosen by words that the log does not keep: they are taken as they were. */
  readonly #asRecorded = new Set<string>();
  #now = 0;
  #nextId: string | undefined;
  #ids = 0;

  constructor(context: Context, config: Config) {
    const { project } = context.ledger;
    const clock = () => this.#now;
    const newId = () => this.#id();
    const options = { project, config, clock, newId };
    const folds = projections
      .filter(({ name }) => readByMoments.has(name))
      .map((projection) => foldOf(projection, config));
    this.#concerns = (type) => folds.some((fold) => fold.changeBy(type) !== undefined);
    const ledger = new Ledger({ ...options, store: noStore, views: [], projections: async () => [] });
    this.writer = new ScratchWriter({ ...options, folds });
    this.#context = { ...context, ledger, clock, run: undefined };
  }

  /** Takes in the next event of the log. `counts` is false for moments that are not looked at. */
  async take(recorded: RecordedEvent, event: WhetstoneEvent, counts: boolean): Promise<void> {
    this.#now = Date.parse(event.at);
    this.#nextId = recorded.id;
    const { events } = this.writer;
    const before = events.length;
    await this.#happen(recorded, event, counts);
    for (const each of events.slice(before)) if (isDecided(each)) this.side.note(each, event.seq, counts);
  }

  async #happen(recorded: RecordedEvent, event: WhetstoneEvent, counts: boolean): Promise<void> {
    if (event.type === "brief-made") return this.#brief(recorded, event);
    if (event.type === "plan-made") return this.#plan(event);
    if (isDecided(event)) return this.#decide(event);
    this.#nextId = undefined;
    if (event.type === "outcome-recorded" && counts)
      await this.side.noteRun(this.writer, event, this.#context.ledger.config.policy);
    await this.#append(recorded, event);
    if (event.type === "reflection-recorded") await this.#tell(event);
  }

  async #append(recorded: RecordedEvent, event: WhetstoneEvent): Promise<void> {
    if (this.#concerns(event.type)) await this.writer.appendRecorded(recorded, event);
  }

  /** The words of a prompt are not kept: what was about them is taken as it was. */
  async #brief(recorded: RecordedEvent, event: EventOf<"brief-made">): Promise<void> {
    const { id, run, task, actor, origin, data } = event;
    const { role, phase, moment, fresh, tools } = data;
    const row = run === undefined ? undefined : await this.writer.row(runs, run);
    const isLater = moment === "prompt" && row !== undefined && row.briefs.length > 0;
    if (isLater) {
      this.#nextId = undefined;
      this.#asRecorded.add(id);
      await this.#append(recorded, event);
      return;
    }
    const isHosts = moment !== "brief";
    const request = {
      role,
      phase,
      moment,
      fresh,
      tools,
      labels: [],
      files: [],
      without: [],
      maxBytes: isHosts ? this.#context.ledger.config.hosts.contextMaxBytes : undefined,
    };
    await makeBrief(this.#context, this.writer, request, { run, task, actor, origin }, undefined);
  }

  async #plan({ run, task: taskId, actor, origin, data }: EventOf<"plan-made">): Promise<void> {
    await makePlan(this.#context, this.writer, { task: data.text, taskId }, { run, actor, origin }, {});
  }

  async #tell({ run, task, actor, origin, data }: EventOf<"reflection-recorded">): Promise<void> {
    const { phase, signature, kind } = data;
    if (signature === undefined || kind === undefined) return;
    await tellKnownFailure(this.#context, this.writer, signature, { phase, task, run, actor, origin });
  }

  /** Stops and later prompts: the log does not have the calls and the words that they go by. */
  async #decide({ run, task, actor, origin, data }: Decided): Promise<void> {
    const { lesson, text, verb, moment, role, brief, phase } = data;
    const isStop = moment === "call" && this.#context.ledger.config.reflection.atTheCall === "stop";
    if (!isStop && !this.#asRecorded.has(brief ?? "")) return;
    const showing = { verb, moment, role, brief, phase, run, task, actor, origin, fresh: true };
    await showLessons(this.#context, this.writer, showing, [{ lesson, text }]);
  }

  /** The first event that is written instead of one of the log has its id: others may name it. */
  #id(): string {
    const id = this.#nextId;
    this.#nextId = undefined;
    this.#ids += 1;
    return id ?? `replayed-${this.#ids}`;
  }
}
