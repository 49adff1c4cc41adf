import { describe, expect, it } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { type Candidate, isNewerVersion, isSuperseded } from "./is-superseded.js";
import type { ServerState } from "./server-files.js";

const [monday, tuesday, wednesday] = [16, 17, 18].map((day) => `2026-11-${day}T12:00:00.000Z`);

/** A build of 0.1.0, which all are between two releases. */
const built = (build: string, builtAt: string | undefined, program = `/${build}/main.cjs`): Candidate => ({
  version: "0.1.0",
  build,
  builtAt,
  program,
});

const running = (candidate: Candidate) =>
  ({ id: "s", address: "127.0.0.1", port: 1, pid: 1, startedAt: "", ...candidate }) as ServerState;

describe("isSuperseded", () => {
  it.each<[what: string, server: Candidate, by: Candidate, expected: boolean]>([
    ["the same build in another place", built("a", monday), built("a", tuesday, "/b/main.cjs"), false],
    ["a newer build of the same version", built("a", monday), built("b", tuesday), true],
    ["an older build of the same version", built("b", tuesday), built("a", monday), false],
    ["a build that was installed in its place", built("b", tuesday, "/p"), built("a", monday, "/p"), true],
    [
      "a newer version that was built before",
      built("a", tuesday),
      { ...built("b", monday), version: "0.2.0" },
      true,
    ],
    [
      "an older version that was built later",
      { ...built("a", monday), version: "0.2.0" },
      built("b", tuesday),
      false,
    ],
    ["any build, of a server that says nothing of its own", { version: "0.1.0" }, built("a", monday), true],
    [
      "a caller that does not say which build it is",
      built("a", monday, "/p"),
      { version: "0.0.0", program: "/p" },
      false,
    ],
    ["unbuilt sources", built("a", monday), { version: "unbuilt", build: "unbuilt" }, false],
  ])("isSuperseded knows %s", (_what, server, by, expected) => {
    expect(isSuperseded(running(server), by)).toBe(expected);
  });

  it("the builds of three projects that call in turn change the server at most twice, and end with the newest", () => {
    const builds = [built("b", tuesday), built("c", wednesday), built("a", monday)];
    for (const first of builds) {
      let server = running(first);
      let changes = 0;
      for (let call = 0; call < 30; call += 1) {
        const by = builds[call % builds.length];
        if (by === undefined || !isSuperseded(server, by)) continue;
        server = running(by);
        changes += 1;
      }
      expect(server.build).toBe("c");
      expect(changes).toBeLessThanOrEqual(2);
    }
  });
});

describe("a server that starts where another one runs", () => {
  const second = (test: Awaited<ReturnType<typeof serverInTemp>>, version: string) =>
    serverInTemp({ home: test.home, version, port: test.server.state.port });

  it("a newer server takes the place of an older one, at its port and with its answers finished", async () => {
    const first = await serverInTemp({ version: "0.2.0" });
    const next = await second(first, "0.3.0");
    expect(await first.server.ended).toBe("stopped");
    expect(next.server.state.port).toBe(first.server.state.port);
    expect((await next.call("/v1/status", { root: next.project("one") })).status).toBe(200);
  });

  it("an older server gives way to a newer one", async () => {
    const first = await serverInTemp({ version: "0.3.0" });
    await expect(second(first, "0.2.0")).rejects.toThrow("another server runs already");
    expect((await first.call("/healthz")).status).toBe(200);
  });
});

it.each([
  ["0.1.1", "0.1.0", true],
  ["0.10.0", "0.9.9", true],
  ["1.0.0", "0.99.99", true],
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.1.1", false],
  ["1.2.0", "1.2.0-rc.2", true],
  ["1.2.0-rc.10", "1.2.0-rc.9", true],
  ["1.2.0-rc.1", "1.2.0", false],
  ["unbuilt", "0.1.0", false],
  ["0.1.0", "unbuilt", false],
])("isNewerVersion of %s than %s is %s", (version, than, expected) => {
  expect(isNewerVersion(version, than)).toBe(expected);
});
