import { expect, it } from "vitest";
import { views } from "../log/views.js";
import { projections } from "./projections.js";

it("every projection has one view, under its own name", () => {
  const named = Object.values(views).map(({ name, version }) => `${name} ${version}`);
  expect(named.sort()).toEqual(projections.map(({ name, version }) => `${name} ${version}`).sort());
  expect(new Set(projections.map(({ name }) => name)).size).toBe(projections.length);
});
