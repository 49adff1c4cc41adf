import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { countsAsEvidence, skillsOf } from "../reliability/attribution.js";
import { addSkillRun, type SkillStats } from "../reliability/skill-stats.js";

/** How the runs that used a skill ended, by skill. */
export const skills: Projection<SkillStats, null> = {
  ...views.skills,
  on: {
    "outcome-recorded": {
      keys: ({ data }) => (countsAsEvidence(data) ? skillsOf(data) : []),
      evolve: (row, { data, at }, _settings, skill) => addSkillRun(row, skill, data.result, at),
    },
  },
};
