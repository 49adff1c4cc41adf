import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { verb as brief } from "../../verbs/brief.js";
import { verbatimFields } from "../../verbs/call/field.js";
import { verbTools } from "./verb-tool.js";

const tools = await verbTools("all");
const page = readFileSync(new URL("../../../docs/reference/server.md", import.meta.url), "utf8");

interface Input {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const { properties, required = [] } = tool.inputSchema as unknown as Input;

  it("the tool describes every argument", () => {
    for (const [argument, { description }] of Object.entries(properties)) {
      expect({ argument, described: (description ?? "").length > 3 }).toEqual({ argument, described: true });
      expect(argument).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
  });

  it("the tool is in the documentation with its arguments, the required ones in bold", () => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    const listed = row.split("|").at(3) ?? "";
    const common = ["project_key", "agent_name"];
    const named = [...listed.matchAll(/`(\w+)`/g)].map(([, argument]) => argument);
    expect(named.toSorted()).toEqual(
      Object.keys(properties)
        .filter((each) => !common.includes(each))
        .sort(),
    );
    expect([...listed.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, argument]) => argument).toSorted()).toEqual(
      [...required].sort(),
    );
  });

  it("the tool answers with an object whose schema can be compiled", () => {
    expect(tool.outputSchema?.type).toBe("object");
    expect(() =>
      new (String(tool.outputSchema?.$schema).includes("2020") ? Ajv2020 : Ajv)({ strict: false }).compile(
        tool.outputSchema ?? {},
      ),
    ).not.toThrow();
  });
});

it("making a verb a tool leaves the verb as it is for the other surfaces", () => {
  expect(verbatimFields(brief.input)).toEqual(["prompt"]);
});
