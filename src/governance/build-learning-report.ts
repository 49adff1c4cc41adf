import { readLearning } from "../app/read-learning.js";
import { configInForce } from "../app/readable-project.js";
import { buildLearningReportJson, type LearningReport } from "../engines/reliability/learning-report.js";
import type { ProjectSource } from "../swarm/project-handle.js";
import { withProject } from "./with-project.js";

/** The state of what was learned, for machines, as of the project's own clock. */
export function buildLearningReport(source?: ProjectSource): Promise<LearningReport> {
  return withProject(source, async (ws) => {
    const { generatedAt } = await ws.report();
    return buildLearningReportJson(await readLearning(ws), undefined, await configInForce(ws), generatedAt);
  });
}
