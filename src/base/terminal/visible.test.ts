import { expect, it } from "vitest";
import { visible } from "./visible.js";

it("visible text has nothing in it that a terminal obeys, but line breaks, tabs and its own colours", () => {
  const stored = "a\u001b]0;title\u0007b\u001b[2Jc\u009b31md\re\u202ef\n\tg\u001b[8mh";
  expect(visible(stored)).toBe("a\ufffd]0;title\ufffdb\ufffd[2Jc\ufffd31md\ufffde\ufffdf\n\tg\ufffd[8mh");
  expect(visible("a\u200bb\u2066c\u2060d\ufeffe \u{1f469}\u200d\u{1f4bb}")).toBe(
    "a\ufffdb\ufffdc\ufffdd\ufffde \u{1f469}\u200d\u{1f4bb}",
  );
  const coloured = "\u001b[1mbold\u001b[22m";
  expect([visible(coloured, true), visible(coloured)]).toEqual([coloured, "bold"]);
});
