import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";

const root = resolve(import.meta.dirname, "../../..");

/** An event in a file of its own, and its line in the list of all events: nothing else. */
const family = `
  import * as z from "zod/mini";
  import { defineEvent } from "./definition.js";
  export const reviewAsked = defineEvent(
    "review-asked",
    () => z.strictObject({ of: z.string(), note: z.string() }),
    {
      decidedBy: "person",
      raw: ["note"],
      touches: ["today"],
      trail: () => "answers",
      moment: ({ data }) => ({ kind: "asked", text: data.of }),
    },
  );`;
const withEvent: Plugin = {
  name: "an event more",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\.\/review\.js$/ }, () => ({ path: join(import.meta.dirname, "review.ts") }));
    onLoad({ filter: /events\/review\.ts$/ }, () => ({ contents: family, loader: "ts" }));
    onLoad({ filter: /events\/catalog\.ts$/ }, ({ path }) => {
      const list = readFileSync(path, "utf8").replace("  outcomeRecorded,\n  strat", "  reviewAsked,\n$&");
      return { contents: `import { reviewAsked } from "./review.js";\n${list}`, loader: "ts" };
    });
  },
};

async function roomWithEvent() {
  const outfile = join(tempFolder(), "room.mjs");
  await build({
    entryPoints: [join(root, "tests/support/event-room.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    nodePaths: [join(root, "node_modules")],
    external: ["@photostructure/sqlite"],
    plugins: [withEvent],
    logLevel: "error",
  });
  return (await import(outfile)) as typeof import("../../../tests/support/event-room.js");
}

it("an event that is defined in one place is folded, told, shown, shared, admitted and imported by what it says of itself", async () => {
  const room = await roomWithEvent();
  const ledger = room.ledgerOver();
  const draft = { type: "review-asked", data: { of: "the parser", note: "as it was said" } };
  const about = { actor: "ada", origin: "human", task: "s-1", run: "s-1" };
  await ledger.write((writer) => writer.append({ ...draft, ...about } as never));
  expect(await ledger.verify()).toEqual([]);
  const trail = await ledger.read((reader) => reader.row(room.trails, "s-1"));
  expect(trail?.answers.count).toBe(1);
  const told = trail && (await ledger.read((reader) => room.timelineOf(reader, trail)));
  expect(told).toMatchObject([{ kind: "asked", text: "the parser" }]);
  expect(room.changedViews(["review-asked"])).toEqual(["today", "log"]);

  const [event] = await ledger.read((reader) => reader.recordedAfter(0, 1));
  if (event === undefined) throw new Error("it was not recorded");
  const lead = { member: "ada", kind: "person", role: "lead" } as const;
  const shared = room.sharedEvent(event, { caller: lead, share: "lessons", home: "/home/ada" });
  expect(JSON.parse(shared.data)).toEqual({ of: "the parser" });
  expect(room.admitEvent(lead, event)).not.toHaveProperty("refused");
  expect(room.admitEvent({ ...lead, role: "developer" }, event)).toHaveProperty("refused");
  const line = { ...event, data: JSON.parse(event.data) };
  expect(
    room.foreignEvent(line as never, "import", { here: new Set(), forgotten: new Set() }),
  ).toBeUndefined();
  expect(room.admitEvent(lead, { ...event, data: '{"of":1}' })).toHaveProperty("refused");
});
