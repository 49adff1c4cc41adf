import { expect, it } from "vitest";
import { withChromium } from "../support/chromium.js";
import { pagesInTemp } from "../support/pages.js";
import { serverInTemp } from "../support/server.js";

withChromium((browser) => {
  it("a page says that its server has gone, and goes on by itself when it is back", async () => {
    const { signedIn, project, server, home } = await pagesInTemp(browser);
    const page = await signedIn("/shop/lessons");
    await page.getByText("There are no lessons yet").waitFor();
    await server.stop();
    await page.getByText("The server does not answer").waitFor();
    await project((ws) => ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] }));
    await serverInTemp({ home, port: server.state.port });
    await page.getByRole("link", { name: "Close every file handle" }).waitFor();
    await page.getByText("The server does not answer").waitFor({ state: "hidden" });
  });

  it("a page whose sign-in has ended says what to do", async () => {
    const { signedIn } = await pagesInTemp(browser);
    const page = await signedIn("/shop/lessons");
    await page.getByText("There are no lessons yet").waitFor();
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByText("You are signed out").waitFor();
    expect(await page.locator(".notice").textContent()).toContain("whetstone open");
  });
});
