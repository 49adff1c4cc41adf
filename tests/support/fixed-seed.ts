import * as fc from "fast-check";

/**
 * Properties draw the same values in every run, so a test is green or red by right. `npm run test:soak` draws
 * new ones and prints their seed.
 */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_118) });
