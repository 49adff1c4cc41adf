import { describe, expect, it } from "vitest";
import { environmentFrom, readEnvironment } from "./environment.js";

describe("environmentFrom", () => {
  it("names what the product wants to know", () => {
    const environment = environmentFrom({
      HOME: "/home/x",
      USER: "x",
      XDG_DATA_HOME: "/data",
      WHETSTONE_DATA_DIR: "/elsewhere",
      WHETSTONE_ACTOR: "coder-1",
      NO_COLOR: "1",
      CI: "true",
    });
    expect(environment).toMatchObject({
      home: "/home/x",
      user: "x",
      xdgDataHome: "/data",
      dataDir: "/elsewhere",
    });
    expect(environment).toMatchObject({ actor: "coder-1", noColor: true, ci: true, forceColor: undefined });
  });

  it("counts empty variables as not set", () => {
    expect(environmentFrom({ HOME: "", NO_COLOR: "", CI: "", USER: "" })).toMatchObject({
      home: undefined,
      noColor: false,
      ci: false,
      user: undefined,
    });
  });

  it.each([
    ["1", true],
    ["0", false],
    ["", false],
  ])("WHETSTONE_NESTED=%s means nested: %s", (value, nested) => {
    expect(environmentFrom({ WHETSTONE_NESTED: value }).nested).toBe(nested);
  });

  it("knows the Windows names", () => {
    expect(environmentFrom({ USERPROFILE: "C:\\Users\\x", USERNAME: "x" })).toMatchObject({
      home: "C:\\Users\\x",
      user: "x",
    });
  });

  it.each([
    ["0", false],
    ["false", false],
    ["1", true],
    ["3", true],
  ])("FORCE_COLOR=%s forces colour: %s", (value, expected) => {
    expect(environmentFrom({ FORCE_COLOR: value }).forceColor).toBe(expected);
  });
});

describe("readEnvironment", () => {
  it("is a copy: changing it changes nothing outside", () => {
    const variables = readEnvironment();
    variables.PATH = "changed";
    expect(readEnvironment().PATH).not.toBe("changed");
  });
});
