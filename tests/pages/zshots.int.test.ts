import { it } from "vitest";
import { withChromium } from "../support/chromium.js";
import { tellStory } from "../support/page-story.js";
import { pagesInTemp } from "../support/pages.js";

withChromium((browser) => {
  it("shots", async () => {
    const { signedIn, project } = await pagesInTemp(browser);
    await project(async (ws, as) => {
      await tellStory(as);
      for (let i = 0; i < 6; i++)
        await ws.record({ task: `t${i}`, strategy: "Split by feature", result: i % 3 ? "success" : "failure", durationMs: 1000, errorCount: 0, retryCount: 0, adaptersUsed: ["github"], skillsUsed: ["review"], agentDecisions: [{agent:"coder",role:"coder",vote:"approve"}] } as never).catch((e: Error)=>console.log(e.message));
      for (let i = 0; i < 8; i++)
        await ws.record({ task: `d${i}`, strategy: "Deploy", result: "failure", durationMs: 1000, errorCount: 2, retryCount: 0, adaptersUsed: ["deploy"], failureType: "auth" } as never).catch((e: Error)=>console.log(e.message));
    });
    for (const [width, height] of [[1280, 800],[390, 844]] as const)
      for (const view of ["policy/deploy", "log/5", "health", "sessions", "sessions/s-90d3a7e1", "sessions/s-90d3a7e1?with=s-77ab01ff"]) {
        const page = await signedIn("/shop/" + view, { viewport: { width, height }, colorScheme: width === 390 ? "dark" : "light" });
        page.on("pageerror", (m) => console.log(m.message));
        await page.waitForTimeout(800);
        await page.screenshot({ path: `/tmp/whet/p2/${view.replace(/\W/g, "_")}-${width}.png`, fullPage: true });
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        if (wide as number > width) console.log("OVERFLOW", view, wide);
        await page.context().close();
      }
  }, 300000);
});
