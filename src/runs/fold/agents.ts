import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { type AgentProfile, decidingAgents, updateAgentProfile } from "../reliability/agent-profile.js";

/** How good each agent's decisions about runs have turned out to be, by agent. */
export const agents: Projection<AgentProfile, null> = {
  ...views.agents,
  on: {
    "outcome-recorded": {
      keys: (event) => decidingAgents(event.data),
      evolve: (row, { data, at }, _settings, agent) => updateAgentProfile(row, agent, data, at),
    },
  },
};
