import { failingCalls } from "../lessons/failure/failing-calls.js";
import { failureKeys, failureWords } from "../lessons/failure/failure-keys.js";
import { failures } from "../lessons/failure/failures.js";
import { strategies } from "../lessons/strategy/strategies.js";
import type { Projection } from "../log/projection.js";
import { adapters } from "./adapters.js";
import { agents } from "./agents.js";
import { criteria } from "./criteria.js";
import { days } from "./days.js";
import { directives } from "./directives.js";
import { doubtfulAcks } from "./doubtful-acks.js";
import { errors } from "./errors.js";
import { governance } from "./governance.js";
import { insights } from "./insights.js";
import { learnedSessions } from "./learned-sessions.js";
import { modelDays } from "./model-days.js";
import { mutes } from "./mutes.js";
import { phases } from "./phases.js";
import { predictions } from "./predictions.js";
import { publications } from "./publications.js";
import { recentEvents } from "./recent-events.js";
import { roles } from "./roles.js";
import { rules, rulesInForce } from "./rules.js";
import { runs } from "./runs.js";
import { sessionAgents } from "./session-agents.js";
import { sessionCounts } from "./session-counts.js";
import { recentSessions, sessions } from "./sessions.js";
import { skills } from "./skills.js";
import { summaries } from "./summaries.js";
import { tasks } from "./tasks.js";
import { totals } from "./totals.js";
import { trails } from "./trails.js";
import { trials } from "./trials.js";
import { workStates } from "./work-states.js";

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
