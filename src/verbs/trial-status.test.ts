import { expect, it } from "vitest";
import { begin, end, fail, openTrial } from "../../tests/support/trials.js";
import { memoryIo } from "../base/terminal/memory-io.contract.js";
import { styleFor } from "../base/terminal/style.js";
import { verb } from "./trial-status.js";

const plain = styleFor(memoryIo().io.stdout, {}, true);

it("trial status has each lesson in its words, with its two arms and its guards, within 80 columns", async () => {
  const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
  for (let n = 0; n < 20; n += 1) {
    await begin(ws, `s-${n}`);
    if (n % 4 === 0) await fail(ws, `s-${n}`);
    await end(ws, `s-${n}`);
  }
  await ws.trial.start({ lesson, origin: "human" });
  const status = await ws.trial.status({});
  const screen = (await verb.cli?.render?.(status, { ...plain, columns: 80 }, {})) ?? "";
  const lines = screen.split("\n");
  const [{ text, measured } = { text: "", measured: null }] = status.lessons;
  const { shown, heldOut } = measured ?? {};
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(text.length).toBeGreaterThan(10);
  expect(screen).toContain(`${lesson.slice("failure-".length, 16)}  ${text.slice(0, 60)}`);
  expect(lines).toContain("  a person tries it: shown in half of the sessions");
  const arms = `${shown?.repeated} of ${shown?.sessions} shown, ${heldOut?.repeated} of ${heldOut?.sessions} held out`;
  expect(screen).toMatch(new RegExp(`not known yet.* came back in ${arms}`));
  expect(screen).toMatch(/100 % \/ 100 % succeeded, \d\.\d \/ \d\.\d errors/);
});

it("trial status, lessons list, explain and evidence give the share of a trial of the whole project", async () => {
  const { ws, lesson } = await openTrial();
  for (let n = 0; n < 3; n += 1) {
    await begin(ws, `s-${n}`);
    await end(ws, `s-${n}`);
  }
  const sharesNow = async () => {
    const [listed] = (await ws.lessons.list({ kind: "failure" })).lessons;
    return [
      (await ws.trial.status({})).lessons[0]?.measured?.share,
      listed?.kind === "failure" ? listed.measured?.share : undefined,
      (await ws.explain({ id: lesson })).numbers.share,
      (await ws.evidence({})).trials.lessons[0]?.share,
    ];
  };
  expect(await sharesNow()).toEqual([0.8, 0.8, 0.8, 0.8]);
  await ws.trial.start({ origin: "human" });
  expect(await sharesNow()).toEqual([0.5, 0.5, 0.5, 0.5]);
  await ws.trial.stop({ origin: "human" });
  expect(await sharesNow()).toEqual([0.8, 0.8, 0.8, 0.8]);
});
