import { isoTime } from "../events/time.js";
import { handleFor } from "../verbs/frame/handle.js";
import { contextFor } from "./context-for.js";
import { errorVerbs } from "./error-verbs.js";
import type { OpenOptions } from "./open-options.js";
import { phaseVerbs } from "./phase-verbs.js";
import { policyVerbs } from "./policy-verbs.js";
import { reportVerbs } from "./report-verbs.js";
import { searchVerbs } from "./search-verbs.js";
import { storeVerbs } from "./store-verbs.js";
import { taskVerbs } from "./task-verbs.js";
import type { Whetstone } from "./whetstone.js";

/** Finds the project around a folder, reads its settings, and opens its store. Reading creates no files. */
export async function openWhetstone(options: OpenOptions = {}): Promise<Whetstone> {
  const context = contextFor(options);
  const verbs = handleFor(context);
  return {
    ...verbs,
    config: context.ledger.config,
    ...taskVerbs(context),
    ...phaseVerbs(context),
    errors: errorVerbs(context),
    policy: policyVerbs(context),
    ...reportVerbs(context),
    ...searchVerbs(context),
    ...storeVerbs(context),
    noteCall: (host) => context.heard.note(host, context.clock()),
    noteLoss: (stage, reason) => context.losses.note({ at: isoTime(context.clock()), stage, reason }),
    close: () => context.close(),
  };
}
