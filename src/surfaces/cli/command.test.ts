import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCommand } from "./command.js";

describe("defineCommand", () => {
  it("defineCommand derives the types of values and arguments from the definition", () => {
    const command = defineCommand({
      name: "try",
      summary: "",
      description: "",
      arguments: [
        { name: "id", about: "", required: true },
        { name: "format", about: "", choices: ["md", "json"] },
        { name: "files", about: "", many: true },
      ],
      options: {
        force: { type: "boolean", about: "" },
        color: { type: "string", about: "", choices: ["red", "green"] },
        tag: { type: "string", about: "", many: true },
      },
      examples: [],
      async run({ values, args }) {
        expectTypeOf(args).toEqualTypeOf<{
          readonly id: string;
          readonly format: "md" | "json" | undefined;
          readonly files: readonly string[];
        }>();
        expectTypeOf(values).toEqualTypeOf<{
          readonly force: boolean;
          readonly color: "red" | "green" | undefined;
          readonly tag: readonly string[];
        }>();
      },
    });
    expect(command.name).toBe("try");
  });
});
