import { expect, it } from "vitest";
import { missingPackage } from "./load-package.js";

it("the error for a missing package names it and how to install it", () => {
  const missing = "no-such-package-here";
  expect(missingPackage("x", missing, new Error("not found"))).toMatchObject({
    code: "model_unavailable",
    message: expect.stringContaining(missing),
    next: expect.stringContaining(`npm install ${missing}`),
  });
});
