import { pageStyle } from "../../base/page/page-style.js";
import { evidenceStyle } from "./evidence/evidence-style.js";
import { frameStyle } from "./frame-style.js";
import { healthStyle } from "./health/health-style.js";
import { lessonsStyle } from "./lessons/lessons-style.js";
import { logStyle } from "./log/log-style.js";
import { partsStyle } from "./parts/parts-style.js";
import { policyStyle } from "./policy/policy-style.js";
import { rulesStyle } from "./rules/rules-style.js";
import { sessionsStyle } from "./sessions/sessions-style.js";
import { teamStyle } from "./team/team-style.js";
import { todayStyle } from "./today/today-style.js";

/** The whole style; the build writes it into a file, because a page runs nothing inline. */
export const style = [
  pageStyle,
  frameStyle,
  partsStyle,
  todayStyle,
  lessonsStyle,
  sessionsStyle,
  rulesStyle,
  evidenceStyle,
  policyStyle,
  logStyle,
  healthStyle,
  teamStyle,
].join("\n");
