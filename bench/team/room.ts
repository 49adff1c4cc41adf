/** The parts of the product and of its tests that the bench of teams uses, bundled from source. */

export { uuidV7 } from "../../src/base/ids.js";
export { invite } from "../../src/hub/exchange/team-acts.js";
export { openRoster } from "../../src/verbs/open/open-hub.js";
export { openPostgres } from "../../src/verbs/open/open-postgres.js";
export { TeamProject } from "../../src/verbs/open/team-project.js";
export { findPostgres, startPostgres } from "../../tests/support/postgres-server.js";
