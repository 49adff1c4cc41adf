import type { Config } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import { foldOf, type Projection } from "../../log/projection.js";
import { adapters } from "../../runs/fold/adapters.js";
import { agents } from "../../runs/fold/agents.js";
import { governance, governanceKey } from "../../runs/fold/governance.js";
import { skills } from "../../runs/fold/skills.js";
import { reliabilityOf } from "../../runs/reliability/reliability.js";
import { initialThresholds } from "../../runs/reliability/threshold-policy.js";
import { buildLearningReportJson, type LearningReport } from "../rules/learning-report.js";
import type { LearningState } from "../rules/learning-state.js";
import { type RunOutcome, runOutcomeOf } from "../rules/run-outcome.js";
import { configInForce, type ProjectSource, type ReadableProject, withProject } from "../swarm/project.js";
import { readEvents } from "../swarm/read-events.js";
import { type Difference, firstDifference } from "./first-difference.js";

/** Everything learned from the run outcomes of the project, with all of them, as the log folds to it now. */
export function loadLearningState(source?: ProjectSource): Promise<LearningState> {
  return withProject(source, readLearning);
}

/**
 * Makes sure that the project's log holds what the state was learned from. The log is the truth and is folded
 * as it grows, so there is nothing to write: a state that the log folds to is saved already, and one that it
 * does not fold to would be lost, which is an error that names the first difference.
 */
export function saveLearningState(state: LearningState, source?: ProjectSource): Promise<void> {
  return withProject(source, async (ws) => {
    const difference = firstDifference(comparable(state), comparable(await readLearning(ws)));
    if (difference !== undefined) throw notInLog(difference);
  });
}

/** The arrays of a state are the caller's to sort, but for the outcomes. The log keeps no roles of agents. */
function comparable(state: LearningState) {
  return {
    ...state,
    outcomes: state.outcomes.map((outcome) => ({
      ...outcome,
      agentDecisions: outcome.agentDecisions.map(({ role: _, ...decision }) => decision),
    })),
    patterns: Object.fromEntries(state.patterns.map((each) => [each.id, each])),
    reliability: Object.fromEntries(state.reliability.map((each) => [each.adapterId, each])),
    overlays: Object.fromEntries(state.overlays.map((each) => [each.adapterId, each])),
    agentProfiles: Object.fromEntries(
      Object.entries(state.agentProfiles).map(([agent, { role: _, ...profile }]) => [agent, profile]),
    ),
  };
}

function notInLog({ path, given, expected }: Difference): WhetstoneError {
  const [said, logged] = [given, expected].map((value) => JSON.stringify(value) ?? "nothing");
  return new WhetstoneError(
    "invalid_input",
    `'${path}' is ${said}; the log says ${logged}. Nothing was saved.`,
    {
      field: path,
      next: "record the outcomes behind it with recordRunOutcome, each once: the state follows from them",
      values: { given, expected },
    },
  );
}

/** The state of what was learned, for machines, as of the project's own clock. */
export function buildLearningReport(source?: ProjectSource): Promise<LearningReport> {
  return withProject(source, async (ws) => {
    const { generatedAt } = await ws.report();
    return buildLearningReportJson(await readLearning(ws), undefined, await configInForce(ws), generatedAt);
  });
}

const types = [
  "outcome-recorded",
  "policy-tightened",
  "relaxation-suggested",
  "policy-relaxed",
  "policy-set",
] as const;

/**
 * Everything learned from run outcomes, folded from the log by the same folds as the read models. It holds
 * every outcome, so it grows with the log; reports and policies read the views instead.
 */
async function readLearning(project: ReadableProject): Promise<LearningState> {
  const config = await configInForce(project);
  const folded = {
    adapters: folding(adapters, config),
    agents: folding(agents, config),
    skills: folding(skills, config),
    governance: folding(governance, config),
  };
  const outcomes: RunOutcome[] = [];
  for await (const event of readEvents(project.export(), types)) {
    if (event.type === "outcome-recorded") outcomes.push(runOutcomeOf(event));
    for (const each of Object.values(folded)) each.add(event);
  }
  const known = [...folded.adapters.rows.values()].sort((a, b) => (a.adapter < b.adapter ? -1 : 1));
  return {
    outcomes,
    patterns: known.flatMap((row) => row.patterns),
    reliability: known
      .filter((row) => row.tally.runs > 0)
      .map((row) => ({ adapterId: row.adapter, ...reliabilityOf(row.tally, config.reliability) })),
    overlays: known.flatMap((row) => (row.learned === null ? [] : [row.learned])),
    agentProfiles: Object.fromEntries(folded.agents.rows),
    thresholdPolicy: folded.governance.rows.get(governanceKey)?.thresholds ?? initialThresholds,
    skillStats: Object.fromEntries(folded.skills.rows),
  };
}

/** A projection folded in memory, with the settings in force. */
function folding<Row extends object, Settings>(projection: Projection<Row, Settings>, config: Config) {
  const fold = foldOf(projection as unknown as Projection, config);
  const rows = new Map<string, Row>();
  const add = (event: WhetstoneEvent) => {
    const change = fold.changeBy(event.type);
    if (change === undefined) return;
    const keys = change.keys(event);
    const before = keys.map((key) => rows.get(key));
    const after = change.evolve(before, event, keys);
    for (const [at, key] of keys.entries()) {
      const row = after[at];
      if (row === undefined) rows.delete(key);
      else rows.set(key, row as Row);
    }
  };
  return { rows, add };
}
