/** The parts of the product and of its tests that the bench of teams uses, bundled from source. */

export { invite } from "../../src/app/team/team-acts.js";
export { uuidV7 } from "../../src/base/ids.js";
export { openRoster } from "../../src/compose/open-hub.js";
export { openPostgres } from "../../src/compose/open-postgres.js";
export { TeamProject } from "../../src/compose/team-project.js";
export { findPostgres, startPostgres } from "../../tests/support/postgres-server.js";
