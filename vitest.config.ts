import { defineConfig } from "vitest/config";

/**
 * Integration tests start programs of their own: two files at a time, after the unit tests, with time to
 * spare. Agent tests install and start real coding agents, hundreds of megabytes each: `npm run test:agents`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,tests}/**/*.test.ts", "{scripts,bench}/**/*.test.mjs"],
          exclude: ["**/*.{int,agent}.test.*"],
          // A bound against hanging, not a measure: machines are shared.
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "integration",
          include: ["{src,tests}/**/*.int.test.ts", "scripts/**/*.int.test.mjs"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "agents",
          include: ["tests/agents/**/*.agent.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 900_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
