import { expect, it } from "vitest";
import { withoutPassword } from "./without-password.js";

it.each([
  ["postgres://ada:secret@db.example.com/team", "postgres://ada@db.example.com/team"],
  ["postgres://ada:se@cret@db/team", "postgres://ada@db/team"],
  ["postgres://:secret@db/team", "postgres://@db/team"],
  ["postgres://ada@db/team?host=/run&password=secret&x=1", "postgres://ada@db/team?host=/run&password=…&x=1"],
  ["postgres://ada@db/team", "postgres://ada@db/team"],
  ["", ""],
])("the address %s is shown as %s", (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});
