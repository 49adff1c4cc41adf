import { tmpdir } from "node:os";
import { defineConfig } from "vitest/config";
import { agentMarks } from "./src/base/config/environment.js";
import { findRoot } from "./src/base/project/find-root.js";

const { root, kind } = findRoot(tmpdir());
if (kind !== "folder")
  throw new Error(
    `The temporary folder lies in a project, ${root}. Tests need folders outside of any: set TMPDIR to one.`,
  );

/** Tests mean a person unless they say otherwise, also when an agent started them. An empty mark is none. */
const env = Object.fromEntries(
  Object.values(agentMarks)
    .flat()
    .map((mark) => [mark, ""]),
);

/**
 * The times are bounds against hanging, not measures: machines are shared, and no test may depend on their
 * load. Two workers, as CI has two cores; vitest would start one.
 */
const every = {
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 600_000 } },
  env,
  setupFiles: ["tests/support/fixed-seed.ts"],
  maxWorkers: 2,
};

/**
 * Integration tests start programs of their own, after the unit tests, with time to spare. Soak tests kill,
 * wait and install: `npm run test:soak`. Agent tests install and start real coding agents, hundreds of
 * megabytes each: `npm run test:agents`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...every,
          name: "unit",
          include: ["{src,tests}/**/*.test.ts", "{scripts,bench}/**/*.test.mjs"],
          exclude: ["**/*.{int,soak,agent}.test.*"],
          // Unit tests leave nothing behind, so the files of a worker share their modules: half the time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...every,
          name: "integration",
          include: ["{src,tests}/**/*.int.test.ts", "scripts/**/*.int.test.mjs"],
          // Two thirds of their time they wait: for programs, servers and limits.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...every,
          name: "soak",
          include: ["tests/**/*.soak.test.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...every,
          name: "agents",
          include: ["tests/agents/**/*.agent.test.ts"],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
