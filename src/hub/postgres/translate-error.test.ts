import { expect, it } from "vitest";
import { translateError } from "./translate-error.js";

const failed = (message: string, code?: string) =>
  translateError(
    Object.assign(new Error(message), code === undefined ? {} : { code }),
    "postgres://localhost/w",
  );

it.each([
  ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", undefined],
  ['password authentication failed for user "whetstone"', "28P01"],
])("a database that wants a password is said to, with where to put it: %s", (message, code) => {
  expect(failed(message, code)).toMatchObject({
    code: "not_allowed",
    message: expect.stringContaining("wants a password"),
    next: expect.stringContaining("WHETSTONE_STORE_URL"),
  });
});

it("no error of the server or of its encryption stays in the driver's words alone", () => {
  expect(failed("The server does not support SSL connections")).toMatchObject({ code: "not_allowed" });
  expect(failed('relation "event" does not exist', "42P01")).toMatchObject({
    code: "internal",
    message: 'postgres://localhost/w refused a statement: relation "event" does not exist',
    next: expect.stringContaining("other version"),
  });
  const own = new TypeError("x is not a function");
  expect(translateError(own, "")).toBe(own);
});
