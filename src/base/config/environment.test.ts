import { describe, expect, it } from "vitest";
import { environmentFrom, loopbackIsProxied, readEnvironment } from "./environment.js";

describe("environmentFrom", () => {
  it("the environment is read into the product's own names", () => {
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

  it("an empty variable counts as not set", () => {
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

  it("the home and user variables of Windows are known", () => {
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
  it("the environment that was read is a copy: changing it changes nothing outside", () => {
    const variables = readEnvironment();
    variables.PATH = "changed";
    expect(readEnvironment().PATH).not.toBe("changed");
  });
});

it.each([
  [{}, false],
  [{ HTTP_PROXY: "" }, false],
  [{ HTTPS_PROXY: "http://proxy:1" }, true],
  [{ http_proxy: "http://proxy:1", NO_PROXY: "example.com" }, true],
  [{ http_proxy: "http://proxy:1", NO_PROXY: "localhost, 127.0.0.1" }, false],
  [{ http_proxy: "http://proxy:1", no_proxy: "*" }, false],
  [{ all_proxy: "http://proxy:1", no_proxy: "10.127.0.0.1" }, true],
])("with %j calls to this machine go through a proxy: %s", (env, proxied) => {
  expect(loopbackIsProxied(env)).toBe(proxied);
});
