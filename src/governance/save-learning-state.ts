import { readLearning } from "../app/read-learning.js";
import type { LearningState } from "../engines/reliability/learning-state.js";
import { WhetstoneError } from "../errors.js";
import type { ProjectSource } from "../swarm/project-handle.js";
import { type Difference, firstDifference } from "./first-difference.js";
import { withProject } from "./with-project.js";

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
