import type { AcknowledgeInput, AcknowledgeResult } from "../app/acknowledge.js";
import type { CheckToolInput, CheckToolResult } from "../app/check-tool.js";
import type { Context } from "../app/context.js";
import type { DeliberateInput, DeliberateResult } from "../app/deliberate.js";
import type { EndPhaseInput, EndPhaseResult } from "../app/end-phase.js";
import type { BeginPhaseInput, BeginPhaseResult, GateInput, GateResult } from "../app/gate.js";
import type { OutcomeScoreInput, OutcomeScoreResult } from "../app/outcome-score.js";
import type { ReflectInput, ReflectResult } from "../app/reflect.js";
import type { ReviewInput, ReviewResult } from "../app/review.js";
import { once } from "./once.js";

/** A role at work in a phase: what it is told, what it may do, and what its work teaches. */
export interface PhaseVerbs {
  /** Keeps what a role thought, and takes from it what may be of use again. */
  deliberate(input: DeliberateInput): Promise<DeliberateResult>;
  /** Corrects what was learned by a validator's output. */
  review(input: ReviewInput): Promise<ReviewResult>;
  /** Takes an agent's word for what became of the directives in its brief. */
  acknowledge(input: AcknowledgeInput): Promise<AcknowledgeResult>;
  /** Begins a phase: checks compare files with the commit of this moment. */
  beginPhase(input: BeginPhaseInput): Promise<BeginPhaseResult>;
  /** Whether a phase may end. Closed when nobody can look. */
  gate(input: GateInput): Promise<GateResult>;
  /** Says that a phase is over, whatever the gate would say, and takes from it what it teaches. */
  endPhase(input: EndPhaseInput): Promise<EndPhaseResult>;
  /**
   * Folds what failed in phases whose end nobody told, as when a host was killed. Returns them; never throws.
   */
  endSilentPhases(): Promise<readonly string[]>;
  /** Whether a tool may run: allow, ask or deny. Closed when nobody can look. */
  checkTool(input: CheckToolInput): Promise<CheckToolResult>;
  /** Looks at a tool call that is over, and keeps what it teaches. */
  reflect(input: ReflectInput): Promise<ReflectResult>;
  /** Says what became of a run's work, for the insights that were shown in it. */
  outcomeScore(input: OutcomeScoreInput): Promise<OutcomeScoreResult>;
}

const loaded = {
  acknowledge: once(() => import("../app/acknowledge.js")),
  checkTool: once(() => import("../app/check-tool.js")),
  deliberate: once(() => import("../app/deliberate.js")),
  endPhase: once(() => import("../app/end-phase.js")),
  endSilentPhases: once(() => import("../app/end-silent-phases.js")),
  gate: once(() => import("../app/gate.js")),
  outcomeScore: once(() => import("../app/outcome-score.js")),
  reflect: once(() => import("../app/reflect.js")),
  review: once(() => import("../app/review.js")),
};

export function phaseVerbs(context: Context): PhaseVerbs {
  return {
    deliberate: async (input) => (await loaded.deliberate()).deliberate(context, input),
    review: async (input) => (await loaded.review()).review(context, input),
    acknowledge: async (input) => (await loaded.acknowledge()).acknowledge(context, input),
    beginPhase: async (input) => (await loaded.gate()).beginPhase(context, input),
    gate: async (input) => (await loaded.gate()).gate(context, input),
    endPhase: async (input) => (await loaded.endPhase()).endPhase(context, input),
    endSilentPhases: async () => (await loaded.endSilentPhases()).endSilentPhases(context),
    checkTool: async (input) => (await loaded.checkTool()).checkTool(context, input),
    reflect: async (input) => (await loaded.reflect()).reflect(context, input),
    outcomeScore: async (input) => (await loaded.outcomeScore()).outcomeScore(context, input),
  };
}
