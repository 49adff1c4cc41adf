/**
 * Which machines hold a text no more that was forgotten on the hub: each says up to which place of the log it
 * has followed. A machine is known by a name of its own making, so it counts for its member only.
 */
export const machines = {
  version: 3,
  name: "0003-machines",
  sql: `
CREATE TABLE whetstone.team_machine (
  project           text COLLATE "C" NOT NULL,
  member            text COLLATE "C" NOT NULL,
  machine           text COLLATE "C" NOT NULL,
  forgotten_through integer NOT NULL,
  confirmed_at      text NOT NULL,
  PRIMARY KEY (project, member, machine)
);
`,
};
