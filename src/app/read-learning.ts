import type { Config } from "../config/settings.js";
import type { LearningState } from "../engines/reliability/learning-state.js";
import { reliabilityOf } from "../engines/reliability/reliability-tally.js";
import type { RunOutcome } from "../engines/reliability/run-outcome.js";
import { initialThresholds } from "../engines/reliability/threshold-policy.js";
import type { WhetstoneEvent } from "../events/catalog.js";
import { adapters } from "../projections/adapters.js";
import { agents } from "../projections/agents.js";
import { governance, governanceKey } from "../projections/governance.js";
import { foldOf, type Projection } from "../projections/projection.js";
import { runOutcomeOf } from "../projections/run-outcome-of.js";
import { skills } from "../projections/skills.js";
import { readEvents } from "./read-events.js";
import { configInForce, type ReadableProject } from "./readable-project.js";

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
export async function readLearning(project: ReadableProject): Promise<LearningState> {
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
    thresholdPolicy:
      folded.governance.rows.get(governanceKey)?.thresholds ?? initialThresholds(config.thresholds),
    skillStats: Object.fromEntries(folded.skills.rows),
  };
}

/** A projection folded in memory, with the settings in force. */
function folding<Row extends object, Settings>(projection: Projection<Row, Settings>, config: Config) {
  const fold = foldOf(projection as unknown as Projection, config);
  const rows = new Map<string, Row>();
  const add = (event: WhetstoneEvent) => {
    for (const key of fold.keys(event)) {
      const row = fold.evolve(rows.get(key), event, key);
      if (row === undefined) rows.delete(key);
      else rows.set(key, row as Row);
    }
  };
  return { rows, add };
}
