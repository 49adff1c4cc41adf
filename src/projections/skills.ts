import type { Config } from "../config/settings.js";
import { countsAsEvidence } from "../engines/reliability/attribution.js";
import { addSkillRun, type SkillStats } from "../engines/reliability/skill-stats.js";
import type { Projection } from "./projection.js";
import { runOutcomeOf } from "./run-outcome-of.js";
import { views } from "./views.js";

/** How the runs that used a skill ended, by skill. */
export const skills: Projection<SkillStats, Config["skills"]> = {
  ...views.skills,
  on: {
    "outcome-recorded": {
      keys: (event) => {
        const outcome = runOutcomeOf(event);
        return countsAsEvidence(outcome) ? outcome.skillsUsed : [];
      },
      evolve: (row, event, settings, skill) => addSkillRun(row, skill, runOutcomeOf(event), settings),
    },
  },
};
