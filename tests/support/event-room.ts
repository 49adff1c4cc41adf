/** Every place that asks what an event is, for a test that adds one. */

export { admitEvent } from "../../src/hub/rights/admit-event.js";
export { sharedEvent } from "../../src/hub/rights/shared-event.js";
export { trails } from "../../src/runs/fold/trails.js";
export { changedViews } from "../../src/surfaces/server/changed-views.js";
export { foreignEvent } from "../../src/verbs/log/foreign-events.js";
export { timelineOf } from "../../src/verbs/overview/timeline.js";
export { ledgerOver } from "./ledger.js";
