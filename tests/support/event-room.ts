/** Every place that asks what an event is, for a test that adds one. */

export { foreignEvent } from "../../src/app/log/foreign-events.js";
export { timelineOf } from "../../src/app/overview/timeline.js";
export { admitEvent } from "../../src/hub/rights/admit-event.js";
export { sharedEvent } from "../../src/hub/rights/shared-event.js";
export { trails } from "../../src/projections/trails.js";
export { changedViews } from "../../src/surfaces/server/changed-views.js";
export { ledgerOver } from "./ledger.js";
