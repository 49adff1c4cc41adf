import { expect, it } from "vitest";
import { shortIds } from "./short-id.js";

it("ids are as short as a person copies them, and whole where two begin alike", () => {
  const alike = ["directive-00112233445566aa", "directive-00112233445566bb"];
  const ids = ["failure-3f9a41c2aabbccdd", "anti-strategy-99aa88bb11", "s-1", ...alike];
  expect([...shortIds(ids).values()]).toEqual(["3f9a41c2", "99aa88bb", "s-1", ...alike]);
});
