/**
 * Records outcomes until the disk is full, looks at what is there, makes room, and goes on. Prints one line
 * of JSON.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWhetstone } from "whetstone";
import { environmentIn } from "./environment.mjs";

const [folder] = process.argv.slice(2);
const ballast = join(folder, "ballast");
writeFileSync(ballast, Buffer.alloc(300_000));
const open = () =>
  openWhetstone({ root: folder, env: environmentIn(folder), actor: "test", origin: "tool:test" });
const outcome = {
  result: "failure",
  durationMs: 1,
  errorCount: 0,
  retryCount: 0,
  failureDetails: "x".repeat(3_000),
};

const ws = await open();
const { acknowledged, failure } = await fill(ws);
await ws.close();

rmSync(ballast);
const again = await open();
const headAfter = (await again.status()).log.events;
const { checks } = await again.doctor();
const worksAgain = await again.record(outcome).then(
  () => true,
  () => false,
);
await again.close();
const problems = checks.filter((check) => check.state === "problem");
console.log(
  JSON.stringify({ code: failure?.code, next: failure?.next, acknowledged, headAfter, problems, worksAgain }),
);

async function fill(ws) {
  for (let acknowledged = 0; acknowledged < 10_000; acknowledged += 1) {
    try {
      await ws.record(outcome);
    } catch (failure) {
      return { acknowledged, failure };
    }
  }
  return { acknowledged: 10_000 };
}
