import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { DoctorResult } from "../../verbs/doctor/check.js";
import { jsonAside } from "./program-aside.js";

/** The same as `whetstone doctor --quick --json`, which looks at the machine too, in a process of its own. */
export async function doctorAside(root: string, env: Variables, signal: AbortSignal): Promise<DoctorResult> {
  const answer = await jsonAside({ args: ["doctor", "--quick", "--json"], root, env, signal });
  if (answer !== undefined && "checks" in answer) return answer as DoctorResult;
  throw new WhetstoneError("internal", "the setup of your agents could not be looked at", {
    next: `run 'whetstone doctor' in ${root}, which says why`,
  });
}
