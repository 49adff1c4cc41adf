/**
 * The one table of the long tests: kills, many processes, the package, several versions of Node. Each part
 * names its tests and its subject, the files that it is about. `npm run test:soak` runs all parts, `.ci/run`
 * those whose subject or tests changed since the part last passed.
 *
 * @typedef {object} SoakPart
 * @property {string} name
 * @property {string} about
 * @property {readonly string[]} tests
 * @property {readonly string[]} subject files and folders; a folder ends in a slash
 * @property {boolean} [beforeRelease] it takes a quarter of an hour: a change alone does not run it
 * @type {readonly SoakPart[]}
 */
export const soakParts = [
  {
    name: "package",
    about: "every check finds the fault planted for it; the tarball installs and works without a compiler",
    tests: ["tests/package/checks.soak.test.ts", "tests/package/tarball.soak.test.ts"],
    subject: [
      "scripts/",
      "package.json",
      "package-lock.json",
      "tsconfig.json",
      "tsconfig.build.json",
      "biome.json",
      "knip.json",
      ".dependency-cruiser.mjs",
      "src/index.ts",
      "src/surfaces/cli/main.ts",
    ],
  },
  {
    name: "versions",
    about: "one database under every version of Node that we promise",
    tests: ["tests/package/node-versions.soak.test.ts"],
    subject: [
      "package.json",
      "package-lock.json",
      "src/log/store/sqlite/",
      "src/base/files/",
      "src/surfaces/cli/start.ts",
    ],
  },
  {
    name: "nodes",
    about: "every unit test under every version of Node that we promise",
    tests: ["tests/package/unit-tests.soak.test.ts"],
    subject: ["package.json", "package-lock.json", "src/log/store/sqlite/"],
    beforeRelease: true,
  },
  {
    name: "builds",
    about: "no forbidden call runs while builds are installed over each other, and the right one serves",
    tests: ["tests/server/upgrade.soak.test.ts"],
    subject: [
      "src/surfaces/server/",
      "src/base/version.ts",
      "src/log/store/sqlite/",
      "src/surfaces/cli/start.ts",
      "src/surfaces/cli/kept-code.ts",
    ],
  },
  {
    name: "kills",
    about: "nothing acknowledged is lost when writers are killed, and twenty processes write at once",
    tests: [
      "tests/storage/kill.soak.test.ts",
      "tests/storage/directives-writers.soak.test.ts",
      "tests/storage/many-writers.soak.test.ts",
    ],
    subject: ["src/log/store/", "src/base/files/", "src/log/events/envelope.ts", "src/base/ids.ts"],
  },
  {
    name: "team",
    about: "hub, members and PostgreSQL are killed and cut off, and everyone ends with the same log",
    tests: ["tests/server/team-kills.soak.test.ts", "tests/server/hub-proofs.soak.test.ts"],
    subject: [
      "src/log/store/",
      "src/hub/rights/",
      "src/hub/exchange/",
      "src/surfaces/server/",
      "src/verbs/open/",
    ],
  },
  {
    name: "load",
    about: "the server answers fifty sessions at once, loses nothing and keeps nothing of what they post",
    tests: ["tests/server/load.soak.test.ts"],
    subject: ["src/log/store/", "src/surfaces/server/", "src/verbs/open/", "src/agents/claude-code/"],
  },
  {
    name: "learning",
    about: "learning from past sessions that is killed ends with what one call learns",
    tests: ["tests/cli/learn-kills.soak.test.ts"],
    subject: [
      "src/log/store/",
      "src/agents/transcripts/",
      "src/surfaces/cli/learn-past.ts",
      "src/verbs/learn-calls.ts",
      "src/verbs/learned-sessions.ts",
    ],
  },
  {
    name: "search",
    about: "embedding that is killed goes on, and loses no lesson",
    tests: ["tests/search/embed-kills.soak.test.ts"],
    subject: ["src/search/", "package-lock.json"],
  },
];
