/** How far each machine has the log, and since when. A machine is known before it has confirmed anything. */
export const machinePositions = {
  version: 4,
  name: "0004-machine-positions",
  sql: `
ALTER TABLE whetstone.team_machine
  ADD COLUMN position integer,
  ADD COLUMN exchanged_at text,
  ALTER COLUMN forgotten_through SET DEFAULT 0,
  ALTER COLUMN confirmed_at DROP NOT NULL;
`,
};
