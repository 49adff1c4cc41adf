import { expect, it } from "vitest";
import { directiveDrafts } from "../../../tests/support/directives.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import type { Context } from "../../verbs/call/context.js";
import { acceptInTeam } from "./change-directive.js";
import { directiveRow } from "./directive-rows.js";
import { directiveId } from "./rules/directive-id.js";

const text = "Run the linter before a commit";
const lesson = directiveId(text);
const by = { actor: "ada", origin: "human" } as const;

/** What is appended when a person vouches for a rule of this project, which is proposed or active. */
async function activations(sharing: object, drafts: 1 | 2) {
  const ledger = ledgerOver();
  for (const draft of directiveDrafts(text).slice(0, drafts))
    await ledger.write((writer) =>
      writer.append({ ...draft, ...by, origin: drafts === 1 ? "agent:coder" : "human" }),
    );
  return ledger.write(async (writer) => {
    const [before, row] = [await writer.head(), await directiveRow(writer, lesson)];
    await acceptInTeam({ ...sharing } as Context, writer, row, "it holds", by);
    const appended = await writer.eventsAfter(before, 9);
    return appended.map(({ type, data }) => ({ type, data, named: { proposal: row.proposal } }));
  });
}

it.each([
  ["on a hub", { hub: {} }],
  ["on a machine that has joined one", { team: { hub: "https://hub.test" } }],
])("a proposal that a person accepts is named %s", async (_where, sharing) => {
  const [accepted, ...more] = await activations(sharing, 1);
  expect(more).toEqual([]);
  expect(accepted).toMatchObject({
    type: "lesson-activated",
    data: { lesson, reason: "it holds", ...accepted?.named },
  });
});

it.each([
  ["alone on a machine", {}],
  ["in a project that asks to be shared and is not", { team: { hub: null } }],
])("a proposal is not named %s: there is no doubt which is meant", async (_where, sharing) => {
  expect(await activations(sharing, 1)).toEqual([]);
});

it("a rule that is in force is not accepted again", async () => {
  expect(await activations({ hub: {} }, 2)).toEqual([]);
});
