/**
 * Who may use a hub, and with which keys. Only the hash of a key is here. A key opens one project: whoever
 * makes keys in one cannot make any for another.
 */
export const members = {
  version: 2,
  name: "0002-members",
  sql: `
CREATE TABLE whetstone.team_membership (
  member  text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  role    text NOT NULL CHECK (role IN ('reader', 'agent', 'developer', 'lead', 'admin')),
  since   text NOT NULL,
  PRIMARY KEY (project, member)
);

CREATE TABLE whetstone.team_key (
  id           text COLLATE "C" PRIMARY KEY,
  hash         text COLLATE "C" NOT NULL UNIQUE,
  project      text COLLATE "C" NOT NULL,
  member       text COLLATE "C" NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('person', 'agent', 'ci')),
  created_at   text NOT NULL,
  expires_at   text,
  revoked_at   text,
  last_used_at text
);
CREATE INDEX team_key_by_project ON whetstone.team_key (project, member);
`,
};
