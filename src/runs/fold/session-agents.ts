import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** What the agents of one session did: hosts name the session as the task of each of them. */
export interface SessionAgentsRow {
  readonly session: string;
  /** The runs of the agents that were started in it, which are not the session's own. */
  readonly runs: readonly string[];
  /** The newest deliberation of each role, the newest last. */
  readonly deliberations: readonly { readonly role: string; readonly id: string }[];
}

/** More agents than one session starts; of more, the newest count. */
const runsKept = 500;
const rolesKept = 100;

/** Sessions by their id; only those in which other agents were started or a role deliberated. */
export const sessionAgents: Projection<SessionAgentsRow, null> = {
  ...views.sessionAgents,
  on: {
    "brief-made": {
      keys: ({ task, run }) => (task === undefined || run === undefined || run === task ? [] : [task]),
      evolve: (row, { run = "" }, _settings, session) => {
        const before = row ?? noAgents(session);
        if (before.runs.includes(run)) return before;
        return { ...before, runs: [...before.runs, run].slice(-runsKept) };
      },
    },
    "deliberation-recorded": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (row, { id, data: { role } }, _settings, session) => {
        const before = row ?? noAgents(session);
        const others = before.deliberations.filter((each) => each.role !== role);
        return { ...before, deliberations: [...others, { role, id }].slice(-rolesKept) };
      },
    },
  },
};

function noAgents(session: string): SessionAgentsRow {
  return { session, runs: [], deliberations: [] };
}
