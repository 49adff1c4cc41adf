import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { noticesOf } from "./notices.mjs";

function packages(files) {
  const root = mkdtempSync(join(tmpdir(), "whetstone-notices-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const manifest = (name) => JSON.stringify({ name, version: "1.2.3", license: "MIT" });

it("has the licence of each package that a bundle was made of, once", () => {
  const root = packages({
    "node_modules/b/package.json": manifest("b"),
    "node_modules/b/LICENSE": "text of b\n",
    "node_modules/@x/a/package.json": manifest("@x/a"),
    "node_modules/@x/a/license.md": "text of a",
  });
  const files = [
    "src/index.ts",
    "node_modules/b/lib/one.js",
    "node_modules/b/two.js",
    "node_modules/@x/a/index.js",
  ];
  const text = noticesOf(root, files);
  expect(text.split(/\n-{72}\n\n/)).toEqual([
    "@x/a 1.2.3 (MIT)\n\ntext of a\n",
    "b 1.2.3 (MIT)\n\ntext of b\n",
  ]);
});

it("does not pass over a package without one", () => {
  const root = packages({ "node_modules/b/package.json": manifest("b") });
  expect(() => noticesOf(root, ["node_modules/b/index.js"])).toThrow("b is bundled and has no licence file");
});
