import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { catalog } from "../../src/verbs/catalog.js";
import { routeOf } from "../../src/verbs/frame/names.js";
import { withChromium } from "../support/chromium.js";
import { deploysThatFail, measureLesson, tellStory } from "../support/page-story.js";
import { pagesInTemp } from "../support/pages.js";

interface OnPage {
  /** The view, and the lesson of this text that is open in it. */
  readonly at: string;
  /** What is pressed, in this order; the last one calls the verb. */
  readonly press: readonly string[];
  /** It needs a reason, which is asked for then. */
  readonly asksWhy?: boolean;
  /** What is typed into the field of this name first. */
  readonly type?: readonly [field: string, text: string];
}

const rule = "lessons of Run npm test";
const waits = "lessons of Keep the migrations";
const failure = "lessons of `deploy";

/** Where a person does on the page what only a person may do, or why no button is pressed here. */
const places: Readonly<Record<string, OnPage | string>> = {
  "lessons activate": { at: waits, press: ["Accept"] },
  "lessons undo": { at: waits, press: ["Retire", "Undo"] },
  "lessons edit": { at: rule, press: ["Edit", "Save"], type: ["The new text", "Run npm test first"] },
  "lessons set": { at: rule, press: ["Set the weight"] },
  "lessons mute": { at: rule, press: ["Mute"], type: ["Role that need not see it", "reviewer"] },
  "lessons unmute": { at: rule, press: ["Show reviewer again"] },
  "lessons promote": { at: rule, press: ["Vouch"] },
  "lessons sleep": { at: failure, press: ["Put to sleep"] },
  "lessons reset": { at: "lessons of Split by feature", press: ["Start again"] },
  "trial start": { at: "evidence", press: ["Try it"] },
  "trial stop": { at: "evidence", press: ["Stop the trial"] },
  relax: { at: "policy/deploy", press: ["Relax"], asksWhy: true },
  "policy set": { at: "policy/deploy", press: ["Set limits"], type: ["Risk factor", "2"], asksWhy: true },
  "lessons forget": { at: waits, press: ["Forget", "Yes, forget"] },
  "lessons review": "asks one question after another at a terminal; Today lists what it would ask",
  "lessons import": "reads a file that a person changed in an editor",
  "lessons publish": "writes a file of the project, whose difference a person looks at before committing it",
  "lessons share": "names another project, which this page has not open",
  "rules bind": "needs what the check would have done in past sessions: the tests of the Rules view press it",
  "rules watch": "is offered beside binding",
  "rules unbind": "is offered for a rule that binds",
  "rules wrong": "is offered beside binding",
  pause: "is wanted in the middle of work, at a terminal; Health says that lessons are paused",
  resume: "ends what was begun at a terminal",
  "team dismiss": "needs a hub that refused something: the tests of the Team view press it",
  "note-removal": "is what 'whetstone uninstall' writes down when a person removes the hooks",
  restore: "needs agents and this server stopped",
};

it("each verb that only a person may call has its place in the list", async () => {
  const all = await Promise.all(Object.values(catalog).map(async ({ load }) => (await load()).verb));
  const ofPersons = all.filter(({ caller }) => caller === "person").map(({ name }) => name);
  expect(Object.keys(places).toSorted()).toEqual(ofPersons.toSorted());
});

withChromium((browser) => {
  it("what only a person may do is done where the list says", async () => {
    const { signedIn, project, url } = await pagesInTemp(browser);
    await project((_ws, as) => tellStory(as));
    await project((ws) => measureLesson(ws, "helps"));
    await project((ws) => deploysThatFail(ws));
    await project((ws) =>
      ws.record({
        result: "success",
        durationMs: 1,
        errorCount: 0,
        retryCount: 0,
        strategy: "Split by feature",
      }),
    );
    const page = await signedIn();
    for (const [verb, place] of Object.entries(places)) {
      if (typeof place === "string") continue;
      const { lessons } = await project((ws) => ws.lessons.list({}));
      const text = /^lessons of (.*)$/.exec(place.at)?.[1];
      const item = lessons.find((each) => text !== undefined && each.text.startsWith(text))?.id;
      await page.goto(`${url}/shop/${text === undefined ? place.at : `lessons/${item}`}`);
      const answer = page.waitForResponse(
        (response) => new URL(response.url()).pathname === `/v1/${routeOf(verb)}`,
      );
      await pressAll(page, place);
      expect({ verb, status: (await answer).status() }).toEqual({ verb, status: 200 });
    }
  });
});

async function pressAll(page: Page, { press, type, asksWhy = false }: OnPage): Promise<void> {
  const more = page.locator("details.reach > summary");
  if ((await more.count()) > 0) await more.click();
  for (const name of press) {
    const button = page.getByRole("button", { name: new RegExp(`^${name}`) }).first();
    await button.waitFor();
    if (type !== undefined) {
      const field = page.getByLabel(type[0]);
      if ((await field.count()) > 0) await field.fill(type[1]);
    }
    await button.click();
  }
  if (!asksWhy) return;
  const reason = page.getByRole("textbox", { name: /^Reason/ });
  await reason.fill("a test says so");
  await reason.press("Enter");
}
