import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { TeamProject } from "../../src/verbs/open/team-project.js";
import { newWindow, withChromium } from "../support/chromium.js";
import { describePostgres } from "../support/describe-postgres.js";
import { type HubUnderTest, hubOn, sentEvent } from "../support/hub.js";
import { pagesInTemp } from "../support/pages.js";
import { expectReadable, readable } from "../support/readable.js";

const hostile = '"><img src=x onerror="document.title=1">';

withChromium((browser) => {
  describePostgres("the Team view", (server) => {
    async function team() {
      const hub = await hubOn(await server().newDatabase());
      const keys = {
        ada: await hub.keyFor("shop", "ada", "admin"),
        bob: await hub.keyFor("shop", "bob", "developer"),
        cleo: await hub.keyFor("shop", "cleo", "reader"),
        pipeline: await hub.keyFor("shop", "pipeline", "agent", "ci"),
      };
      const manage = (act: string, input: object) =>
        hub.call(keys.ada, "POST", `/v1/projects/shop/team/${act}`, input);
      return { hub, keys, manage };
    }

    it("opens for a person's key alone, which neither the address nor a cookie ever holds", async () => {
      const { hub, keys } = await team();
      const page = await newWindow(await browser());
      await page.goto(`${hub.url}/shop/team`);
      const give = async (key: string) => {
        await page.getByLabel("Your key").fill(key);
        await page.getByRole("button", { name: "Sign in" }).click();
      };
      await give("hunter2");
      await page.getByText("That is not a whole key. Copy all of it, from 'whet_' on.").waitFor();
      await give("whet_wrongwrongwrongwrongwrong");
      await page.getByText("The hub does not know this key").waitFor();
      await give(keys.pipeline);
      await page.getByText("This key is for an agent or a pipeline.").waitFor();
      await give(keys.bob);
      await page.getByRole("heading", { name: "4 members share shop" }).waitFor();
      expect(page.url()).toBe(`${hub.url}/shop/team`);
      expect(await page.context().cookies()).toEqual([]);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("Your key").waitFor();
      await page.goto(`${hub.url}/shop/team`);
      await page.getByLabel("Your key").waitFor();
    });

    it("says to a developer and to a reader why they change nothing, and shows them what they may see", async () => {
      const { hub, keys } = await team();
      const page = await signedIn(browser, hub, keys.bob);
      await page.getByText("that takes the role admin; ask ada.").waitFor();
      await page.getByRole("link", { name: "cleo" }).click();
      await page.getByRole("complementary").getByText("reads what was learned").waitFor();
      expect(await page.getByRole("button").allTextContents()).toEqual(["Sign out"]);
      expect(await page.getByRole("heading", { name: "Keys" }).count()).toBe(0);
      const reader = await signedIn(browser, hub, keys.cleo);
      await reader.getByRole("heading", { name: "cleo in shop" }).waitFor();
      await reader.getByText("sees who else is here").waitFor();
      expect(await reader.locator("tbody tr").count()).toBe(1);
    });

    it("an admin invites, and the key stands there once", async () => {
      const { hub, keys } = await team();
      const page = await signedIn(browser, hub, keys.ada);
      await page.getByLabel("Name").fill("dora");
      await page.getByLabel("Why? (optional)").first().fill("joins the shop");
      await page.getByRole("button", { name: "Invite" }).click();
      const key = (await page.locator(".secret").textContent()) ?? "";
      expect((await hub.call(key, "GET", "/v1/me")).body).toMatchObject({
        member: "dora",
        role: "developer",
      });
      await page.getByRole("link", { name: "dora", exact: true }).waitFor();
      expect(await newest(hub, keys.ada)).toMatchObject({
        type: "key-made",
        actor: "ada",
        origin: "human",
        data: { member: "dora", reason: "joins the shop" },
      });
      await page.getByRole("button", { name: "I have it" }).click();
      await page.locator(".secret").waitFor({ state: "detached" });
      await page.reload();
      await page.getByRole("link", { name: "dora", exact: true }).waitFor();
      expect(await page.content()).not.toContain(key);
      await page.getByLabel("Name").fill("a@b");
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByText("'a@b' is not a name").waitFor();
    });

    it("an admin changes a role, revokes a key and removes a member, each with a reason in the log", async () => {
      const { hub, keys } = await team();
      const page = await signedIn(browser, hub, keys.ada, "/shop/team/bob");
      const panel = page.getByRole("complementary");
      const decide = async (button: string | RegExp, reason: string) => {
        const form = panel.locator("form", { has: page.getByRole("button", { name: button }) });
        await form.getByRole("button", { name: button }).click();
        await form.getByRole("textbox").fill(reason);
        await form.getByRole("textbox").press("Enter");
      };
      await panel.getByLabel("New role").selectOption("lead");
      await panel.getByRole("button", { name: "Make lead" }).click();
      await panel.getByRole("textbox", { name: /^Reason/ }).press("Enter");
      await panel.getByText("Say why").waitFor();
      await decide("Make lead", "decides from now on");
      await page.getByText("bob is lead now.").waitFor();
      expect(await newest(hub, keys.ada)).toMatchObject({
        data: { member: "bob", from: "developer", to: "lead", reason: "decides from now on" },
      });
      await page.getByRole("button", { name: "Undo" }).click();
      await panel.getByText("developer", { exact: true }).first().waitFor();
      await decide(/^Revoke/, "the laptop was lost");
      await panel.getByRole("button", { name: "Yes, revoke" }).click();
      await panel.getByText(/^revoked 20/).waitFor();
      expect((await hub.call(keys.bob, "GET", "/v1/me")).status).toBe(401);
      expect(await newest(hub, keys.ada)).toMatchObject({
        type: "key-revoked",
        data: { reason: "the laptop was lost" },
      });
      await decide("Remove", "Bob left");
      await panel.getByRole("button", { name: "Yes, remove" }).click();
      await page.getByText("bob is no longer a member.").waitFor();
      expect(await newest(hub, keys.ada)).toMatchObject({ data: { to: null, reason: "Bob left" } });
      await page.goto(`${hub.url}/shop/team/ada`);
      await panel.getByRole("heading", { name: "ada" }).waitFor();
      await decide("Remove", "tired");
      await panel.getByRole("button", { name: "Yes, remove" }).click();
      await panel.getByText("ada is the only admin of 'shop'").waitFor();
    });

    it("can be read by everyone, whatever names hold", async () => {
      const { hub, keys, manage } = await team();
      expect((await manage("invite", { member: hostile, role: "lead", reason: hostile })).status).toBe(200);
      const events = [1, 2, 3].map((n) => sentEvent(n));
      await hub.call(keys.bob, "POST", "/v1/projects/shop/push", { events });
      const machine = encodeURIComponent(hostile);
      await hub.call(keys.bob, "GET", `/v1/projects/shop/pull?since=0&limit=2&machine=${machine}`);
      await hub.call(keys.ada, "POST", "/v1/projects/shop/lessons/forget", {
        text: "failure 2",
        reason: "secret",
      });
      const page = await signedIn(browser, hub, keys.ada, "/shop/team", readable);
      await page.getByRole("heading", { name: "5 members share shop" }).waitFor();
      await expectReadable(page);
      await page.getByRole("link", { name: hostile, exact: true }).first().click();
      await page.getByRole("complementary").waitFor();
      await page.getByLabel("Name").fill("dora");
      await page.getByRole("button", { name: "Invite" }).click();
      await page.locator(".secret").waitFor();
      await expectReadable(page);
      expect(await page.locator("main img").count()).toBe(0);
      expect(await page.title()).toBe("Team – shop");
      for (const view of ["today", "lessons", "sessions", "evidence", "policy", "log"]) {
        await page.goto(`${hub.url}/shop/${view}`);
        await page.locator("main h1").waitFor();
        expect(await page.locator(".notice:not([hidden])").count(), view).toBe(0);
      }
      const door = await newWindow(await browser(), readable);
      await door.goto(`${hub.url}/`);
      await door.getByLabel("Your key").waitFor();
      await expectReadable(door);
    });

    it("on a member's machine says what was sent and refused, and can be read by everyone", async () => {
      const { hub, keys } = await team();
      // Its clock stands still: the server exchanges nothing by itself until the person has acted.
      const opened = Date.now();
      const pages = await pagesInTemp(browser, { clock: () => opened });
      const page = await pages.signedIn("/shop/team", readable);
      await page.getByRole("heading", { name: "Not shared" }).waitFor();
      await expectReadable(page);
      const joined = { url: hub.url, project: "shop", key: keys.bob, member: "bob", kind: "person" };
      const link = { ...joined, role: "lead", machine: "desk", joinedAt: new Date().toISOString() };
      await new TeamProject({ root: pages.root, env: pages.env }).join(link);
      await pages.project((ws) =>
        ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] }),
      );
      await page.reload();
      await page.getByRole("button", { name: /^Exchange now/ }).click();
      await page.getByText(/^Sent \d+, received \d+\.$/).waitFor();
      await page.getByRole("heading", { name: "The hub refused 1 act" }).waitFor();
      await expectReadable(page);
      await page.goto(`${pages.url}/shop/today`);
      await page.getByRole("link", { name: "The hub refused this: lesson activated" }).click();
      await page.getByRole("heading", { name: "Refused by the hub" }).waitFor();
      await page.getByRole("button", { name: /^Dismiss/ }).click();
      await page.getByRole("textbox", { name: /^Reason/ }).fill("ada decides it");
      await page.getByRole("textbox", { name: /^Reason/ }).press("Enter");
      await page.getByText("Dismissed: lesson activated.").waitFor();
      expect(await pages.newestEvent()).toMatchObject({
        type: "refusal-dismissed",
        origin: "human",
        data: { type: "lesson-activated", reason: "ada decides it" },
      });
      const ownMetrics = async () => (await pages.project((ws) => ws.metrics())).text;
      await expect.poll(ownMetrics).toContain("whetstone_team_tail_events 0\n");
      expect(await ownMetrics()).toContain("whetstone_team_refusals 0\n");
      expect(await newest(hub, keys.ada)).toMatchObject({ type: "refusal-dismissed", origin: "human" });
      const metrics = (await hub.call(keys.ada, "POST", "/v1/projects/shop/metrics", {})).body.text;
      expect(metrics).toContain('whetstone_team_members{role="developer"} 1\n');
      expect(metrics).toContain("whetstone_team_machines 1\n");
      const counted = (await hub.call(keys.ada, "GET", "/metrics")).text;
      expect(counted).toContain('whetstone_hub_pushed_events_total{result="refused"} 1\n');
    });
  });
});

async function signedIn(
  browser: () => Promise<Browser>,
  hub: HubUnderTest,
  key: string,
  address = "/shop/team",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newWindow(await browser(), options);
  await page.goto(hub.url + address);
  await page.getByLabel("Your key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("main h1").and(page.locator(".view-team h1")).waitFor();
  return page;
}

async function newest(hub: HubUnderTest, key: string) {
  const { body } = await hub.call(key, "POST", "/v1/projects/shop/log", { limit: 1, data: true });
  const [event] = body.events as readonly { readonly data: string }[];
  return { ...event, data: JSON.parse(event?.data ?? "null") };
}
