import { evidence } from "./evidence/evidence.js";
import { health } from "./health/health.js";
import { lessons } from "./lessons/lessons.js";
import { log } from "./log/log.js";
import type { ViewName } from "./place.js";
import { policy } from "./policy/policy.js";
import { rules } from "./rules/rules.js";
import { sessions } from "./sessions/sessions.js";
import { team } from "./team/team.js";
import { today } from "./today/today.js";
import type { View } from "./view.js";

/** Every view by its name. */
export const views: Readonly<Record<ViewName, View<unknown>>> = {
  today,
  lessons,
  sessions,
  rules,
  evidence,
  policy,
  log,
  health,
  team,
};
