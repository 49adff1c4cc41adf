import type { Config } from "../config/settings.js";
import {
  type AgentProfile,
  decidingAgents,
  updateAgentProfile,
} from "../engines/reliability/agent-profile.js";
import type { Projection } from "./projection.js";
import { runOutcomeOf } from "./run-outcome-of.js";
import { views } from "./views.js";

/** How good each agent's decisions about runs have turned out to be, by agent. */
export const agents: Projection<AgentProfile, Config["agents"]> = {
  ...views.agents,
  on: {
    "outcome-recorded": {
      keys: (event) => decidingAgents(runOutcomeOf(event)),
      evolve: (row, event, settings, agent) => updateAgentProfile(row, agent, runOutcomeOf(event), settings),
    },
  },
};
