import * as fc from "fast-check";
import { expect, it } from "vitest";
import { withSystemText } from "./model-request.js";

const message = fc.record({
  role: fc.constantFrom("system", "user", "assistant", "tool"),
  content: fc.oneof(fc.string(), fc.array(fc.record({ type: fc.constant("text"), text: fc.string() }))),
  providerOptions: fc.constantFrom(undefined, { cached: true }),
});
const prompts = fc.array(message, { maxLength: 8 });
const lessons = "<lessons>";

it("withSystemText changes only the leading system messages, and adds the text once", () => {
  fc.assert(
    fc.property(prompts, (prompt) => {
      const request = { prompt, temperature: 0 };
      const once = withSystemText(request, lessons);
      expect(withSystemText(once, lessons)).toEqual(once);
      const first = prompt.findIndex(({ role }) => role !== "system");
      const rest = first === -1 ? [] : prompt.slice(first);
      expect(once.prompt.slice(once.prompt.length - rest.length)).toEqual(rest);
      expect(JSON.stringify(once.prompt).split(lessons)).toHaveLength(2);
      for (const [index, { content, providerOptions }] of prompt
        .slice(0, prompt.length - rest.length)
        .entries()) {
        if (typeof content === "string")
          expect(String(once.prompt[index]?.content).startsWith(content)).toBe(true);
        else expect(once.prompt[index]?.content).toEqual(content);
        expect(once.prompt[index]?.providerOptions).toEqual(providerOptions);
      }
      expect(once.temperature).toBe(0);
      expect(request.prompt).toBe(prompt);
    }),
  );
});

it("withSystemText returns the same request when the text is empty", () => {
  const request = { prompt: [{ role: "user", content: "Go." }] };
  expect(withSystemText(request, "")).toBe(request);
});
