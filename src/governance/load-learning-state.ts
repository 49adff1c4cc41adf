import { readLearning } from "../app/read-learning.js";
import type { LearningState } from "../engines/reliability/learning-state.js";
import type { ProjectSource } from "../swarm/project-handle.js";
import { withProject } from "./with-project.js";

/** Everything learned from the run outcomes of the project, with all of them, as the log folds to it now. */
export function loadLearningState(source?: ProjectSource): Promise<LearningState> {
  return withProject(source, readLearning);
}
