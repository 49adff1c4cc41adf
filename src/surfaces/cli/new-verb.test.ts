import { expect, it } from "vitest";
import * as z from "zod/mini";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { field } from "../../verbs/call/field.js";
import { catalog } from "../../verbs/catalog.js";
import { entryOf } from "../../verbs/frame/catalog-entry.js";
import { defineVerb, type Verb } from "../../verbs/frame/define-verb.js";
import { handleFor, methodOf } from "../../verbs/frame/handle.js";
import { inputSchema, resultSchema } from "../../verbs/frame/json-schemas.js";
import { verbsMarkdown } from "../../verbs/frame/verbs-markdown.js";
import { contextFor } from "../../verbs/open/context-for.js";
import { verbTool } from "../mcp/verb-tool.js";
import { openApi } from "../server/openapi.js";
import { verbRoutes } from "../server/verbs.js";
import { commandByMeaning } from "./command-by-meaning.js";
import { spotsOf } from "./completion/spots.js";
import { withVerbs } from "./verb-tree.js";

const verb = defineVerb({
  name: "lessons count-words",
  group: "Lessons",
  summary: "Count the words of a text",
  description: "Counts the words of a text.",
  examples: [{ run: "whetstone lessons count-words hello", about: "One word:" }],
  words: ["wordcount"],
  caller: "anyone",
  hub: "reader",
  input: z.strictObject({
    wholeText: field("The text whose words are counted.", z.string()),
    atLeast: field("Leave out shorter words.", z._default(z.int(), 1)),
  }),
  output: z.strictObject({ words: field("How many words there are.", z.int()) }),
  cli: { arguments: ["wholeText"], render: ({ words }) => `${words} words` },
  mcp: { tool: "count_words", readOnly: true },
  run: async (_context, { wholeText, atLeast }) => ({
    words: wholeText.split(" ").filter((word) => word.length >= atLeast).length,
  }),
});
const plain = verb as unknown as Verb;
const verbs = { [verb.name]: { ...entryOf(plain), load: async () => ({ verb: plain }) } };

it("a verb that is defined in one place is a command with derived options, help and completion", async () => {
  const tree = withVerbs({}, verbs);
  const spots = await spotsOf({ name: "whetstone", summary: "", version: "", tree });
  const spot = spots.find(({ path }) => path === "lessons count-words");
  expect(spot?.flags.find(({ name }) => name === "at-least")?.about).toBe("Leave out shorter words.");
  expect(spots.find(({ path }) => path === "lessons")?.verbs).toEqual([
    { name: "count-words", about: "Count the words of a text" },
  ]);
  expect(commandByMeaning(tree, "wordcount")).toBe("lessons count-words");
});

it("a verb that is defined in one place is a route, in OpenAPI with the schema of its input", async () => {
  expect([...verbRoutes(verbs).keys()]).toEqual(["lessons/count-words"]);
  const { paths } = (await openApi("1", [], verbs)) as { paths: Record<string, object> };
  expect(paths["/v1/lessons/count-words"]).toMatchObject({
    post: {
      operationId: "lessonsCountWords",
      summary: verb.summary,
      requestBody: {
        content: { "application/json": { schema: { required: ["root", "wholeText"] } } },
      },
    },
  });
});

it("a verb that is defined in one place is a tool, has schemas and stands on the page of verbs", () => {
  const { name, inputSchema: args } = verbTool(plain);
  expect(name).toBe("count_words");
  expect(Object.keys(args.properties as object)).toEqual([
    "whole_text",
    "at_least",
    "project_key",
    "agent_name",
  ]);
  expect(inputSchema(plain)).toMatchObject({ required: ["wholeText"] });
  expect(resultSchema(plain)).toMatchObject({ properties: { words: { type: "integer" } } });
  const page = verbsMarkdown([plain]);
  expect(page).toContain("`ws.lessons.countWords`; HTTP: `POST /v1/lessons/count-words`");
  expect(page).toContain(
    "| `wholeText` | text | yes | The text whose words are counted. | `<whole-text>` | `whole_text` |",
  );
});

it("a verb that is defined in one place is a method that checks its input and answers", async () => {
  const folder = tempFolder();
  const context = contextFor({ root: folder, env: { HOME: folder }, checkResults: true });
  const countWords = methodOf(handleFor(context, verbs), verb.name);
  expect(await countWords({ wholeText: "one two three", atLeast: 4 })).toEqual({ words: 1 });
  await expect(countWords({ wholeText: "one", least: 2 })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("Did you mean 'atLeast'?"),
  });
  await context.close();
});

it("every verb of the catalog is a method of the library", async () => {
  const ws = await openInTemp();
  for (const name of Object.keys(catalog)) expect(typeof methodOf(ws, name)).toBe("function");
});

it("agents are offered only verbs that anyone may call, and every field says what it is", async () => {
  for (const { load } of Object.values(catalog)) {
    const { verb: each } = (await load()) as { verb: Verb };
    if (each.mcp !== undefined) expect([each.name, each.caller]).toEqual([each.name, "anyone"]);
    for (const [name, schema] of Object.entries(each.input.shape))
      expect([each.name, name, z.globalRegistry.get(schema)?.description]).toEqual([
        each.name,
        name,
        expect.stringMatching(/\w/),
      ]);
  }
});
