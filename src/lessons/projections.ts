import type { Projection } from "../log/projection.js";
import { recentEvents } from "../log/recent-events.js";
import { adapters } from "../runs/fold/adapters.js";
import { agents } from "../runs/fold/agents.js";
import { criteria } from "../runs/fold/criteria.js";
import { days } from "../runs/fold/days.js";
import { errors } from "../runs/fold/errors.js";
import { governance } from "../runs/fold/governance.js";
import { learnedSessions } from "../runs/fold/learned-sessions.js";
import { modelDays } from "../runs/fold/model-days.js";
import { pauses } from "../runs/fold/pauses.js";
import { predictions } from "../runs/fold/predictions.js";
import { runs } from "../runs/fold/runs.js";
import { sessionAgents } from "../runs/fold/session-agents.js";
import { sessionCounts } from "../runs/fold/session-counts.js";
import { recentSessions, sessions } from "../runs/fold/sessions.js";
import { skills } from "../runs/fold/skills.js";
import { tasks } from "../runs/fold/tasks.js";
import { totals } from "../runs/fold/totals.js";
import { trails } from "../runs/fold/trails.js";
import { directives } from "./directive/fold/directives.js";
import { doubtfulAcks } from "./directive/fold/doubtful-acks.js";
import { phases } from "./directive/fold/phases.js";
import { rules, rulesInForce } from "./directive/fold/rules.js";
import { workStates } from "./directive/fold/work-states.js";
import { failingCalls } from "./failure/fold/failing-calls.js";
import { failureKeys, failureWords } from "./failure/fold/failure-keys.js";
import { failures } from "./failure/fold/failures.js";
import { mutes } from "./fold/mutes.js";
import { publications } from "./fold/publications.js";
import { insights } from "./insight/fold/insights.js";
import { roles } from "./insight/fold/roles.js";
import { summaries } from "./insight/fold/summaries.js";
import { strategies } from "./strategy/fold/strategies.js";
import { trials } from "./trial/fold/trials.js";

/** Every read model, folded in this order. */
export const projections = [
  strategies,
  criteria,
  tasks,
  errors,
  adapters,
  agents,
  skills,
  governance,
  predictions,
  insights,
  directives,
  phases,
  failures,
  failingCalls,
  failureKeys,
  failureWords,
  sessions,
  sessionAgents,
  trials,
  recentSessions,
  sessionCounts,
  learnedSessions,
  modelDays,
  roles,
  runs,
  days,
  mutes,
  pauses,
  publications,
  summaries,
  recentEvents,
  doubtfulAcks,
  rules,
  rulesInForce,
  workStates,
  trails,
  totals,
] as readonly unknown[] as readonly Projection[];
