import { defineConfig } from "vitest/config";

/** Bounds against hanging, not measures: machines are shared, and no test may depend on their load. */
const patient = {
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 600_000 } },
};

/** A second try where real programs meet (docs/decisions/0099); `scripts/retried-tests.mjs` names who needed it. */
const retry = 1;

/**
 * Two workers, as CI has two cores; vitest would start one. Integration tests start programs of their own,
 * after the unit tests, with time to spare. Agent tests install and start real coding agents, hundreds of
 * megabytes each: `npm run test:agents`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,tests}/**/*.test.ts", "{scripts,bench}/**/*.test.mjs"],
          exclude: ["**/*.{int,agent}.test.*"],
          ...patient,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "integration",
          include: ["{src,tests}/**/*.int.test.ts", "scripts/**/*.int.test.mjs"],
          ...patient,
          retry,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "agents",
          include: ["tests/agents/**/*.agent.test.ts"],
          ...patient,
          retry,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
