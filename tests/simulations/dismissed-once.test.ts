import { expect, it } from "vitest";
import {
  dayMs,
  insightWith,
  openInsights,
  output,
  patterns,
  refuting,
  verdictOn,
} from "../support/insights.js";

const real = "A migration must be tried on a copy of production before it is merged";
const mistaken = "Every comparison of two strings must take constant time";
const warned = `AVOID raising without new evidence: ${mistaken}`;
type Opened = Awaited<ReturnType<typeof openInsights>>;

/**
 * A judge raises what is real, and its mistaken finding whenever its brief does not warn of it. The inspector
 * refutes the mistaken one each time. True if it was raised.
 */
async function reviewed({ ws, clock }: Opened, n: number): Promise<boolean> {
  clock.advance(dayMs);
  const about = { run: `review-${n}`, taskId: `bd-${n}`, files: [`src/part-${n % 5}/schema.sql`] };
  const brief = await ws.brief({ role: "judge", run: about.run, files: about.files });
  const raises = !brief.text.includes(warned);
  const text = output + patterns(real, ...(raises ? [mistaken] : []));
  const { deliberation } = await ws.deliberate({ ...about, role: "judge", text });
  clock.advance(60_000);
  const refuted = raises ? refuting(mistaken) : {};
  await ws.review({ output: verdictOn(deliberation, refuted), run: about.run });
  if (n % 3 === 0) await ws.outcomeScore({ run: about.run, result: "held" });
  return raises;
}

it("a false positive that was dismissed once is raised no more in sixty reviews, while what is real stays", async () => {
  const opened = await openInsights();
  const raised: boolean[] = [];
  for (let n = 0; n < 60; n += 1) raised.push(await reviewed(opened, n));
  expect(raised.filter(Boolean)).toHaveLength(1);
  const { text } = await opened.ws.brief({ role: "judge", files: ["src/part-1/schema.sql"] });
  expect(text).toContain(real);
  expect(text).not.toContain(`AVOID raising without new evidence: ${real}`);
});

it("the warning outlasts a pause of a month, and goes after ninety days without a refutation", async () => {
  const opened = await openInsights();
  await reviewed(opened, 0);
  opened.clock.advance(30 * dayMs);
  expect(await reviewed(opened, 1)).toBe(false);
  opened.clock.advance(60 * dayMs);
  const { text } = await opened.ws.brief({ role: "judge" });
  expect(text).not.toContain(mistaken);
  expect(await reviewed(opened, 2)).toBe(true);
  expect(await reviewed(opened, 3)).toBe(false);
});

it("the warning is lifted once it was raised again, with evidence, and passed", async () => {
  const opened = await openInsights();
  await reviewed(opened, 0);
  const { ws, clock } = opened;
  await ws.brief({ role: "judge", run: "again", files: ["src/token.ts"] });
  const text = output + patterns(mistaken);
  const { deliberation } = await ws.deliberate({
    role: "judge",
    run: "again",
    files: ["src/token.ts"],
    text,
  });
  clock.advance(60_000);
  const review = await ws.review({ output: verdictOn(deliberation) });
  expect(review.reinforced).toContain((await insightWith(ws, mistaken)).id);
  const brief = await ws.brief({ role: "judge", files: ["src/token.ts"] });
  expect(brief.text).not.toContain(warned);
});
