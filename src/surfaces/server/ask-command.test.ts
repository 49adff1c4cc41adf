import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { build, version } from "../../base/version.js";
import { askCommand } from "./ask-command.js";
import { markHung } from "./hung-server.js";
import { proofOf } from "./proof.js";
import { placesIn } from "./running-server.js";

const token = "ab".repeat(32);
const begun = "HTTP/1.1 102 Processing\r\n\r\n";

/** A server of this user that proves itself, and then does what the test says with the command. */
async function askedBy(
  answer: (socket: Socket, request: string) => void,
  { proves = true, ...changes }: { proves?: boolean; version?: string; build?: string } = {},
) {
  const home = tempFolder();
  const env = { HOME: home };
  const seen: string[] = [];
  const server = createServer((socket) =>
    socket
      .on("error", () => undefined)
      .on("data", (bytes) => {
        const [, challenge] = /challenge=(\w+)/.exec(String(bytes)) ?? [];
        if (challenge === undefined) {
          seen.push(String(bytes));
          return answer(socket, String(bytes));
        }
        const proof = JSON.stringify({ proof: proofOf(token, challenge, port()) });
        if (proves) socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${proof.length}\r\n\r\n${proof}`);
      }),
  );
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const places = await placesIn(env);
  mkdirSync(places.folder, { recursive: true });
  const startedAt = new Date().toISOString();
  const own = { id: "x", address: "127.0.0.1", port: port(), pid: process.pid, startedAt, proves: true };
  const state = { ...own, version, build, ...changes } as const;
  writeFileSync(places.state, JSON.stringify(state));
  writeFileSync(places.token, token);
  const call = { argv: ["status"], env, cwd: home };
  return {
    ask: () => askCommand(call, proves ? 600_000 : 50),
    seen,
    hang: () => markHung(places, { ...state, proves: true }),
  };
}

function ok(body: unknown): string {
  const text = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const answer = { code: 1, written: [[1, "denied ü\n"]] };

describe("askCommand", () => {
  it("askCommand returns what the server answers, however its pieces arrive", async () => {
    const { ask, seen } = await askedBy((socket) => {
      const bytes = Buffer.from(`${begun}${ok(answer)}`);
      socket.write(bytes.subarray(0, 10));
      setImmediate(() => socket.write(bytes.subarray(10, 60)));
      setTimeout(() => socket.write(bytes.subarray(60)), 20);
    });
    expect(await ask()).toEqual(answer);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain(`authorization: Bearer ${token}`);
  });

  it("askCommand has the command run here when the server ends before it says that it begins", async () => {
    for (const end of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()]) {
      const { ask, seen } = await askedBy(end);
      expect(await ask()).toBe("run-it");
      expect(seen).toHaveLength(1);
    }
  });

  it("askCommand has nobody run it a second time when the server ends after it said so", async () => {
    for (const rest of ["", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{", "HTTP/1.1 20"]) {
      const { ask } = await askedBy((socket) => socket.end(`${begun}${rest}`));
      expect(await ask()).toBe("lost");
    }
    const { ask } = await askedBy((socket) =>
      socket.end(`${begun}HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n{`),
    );
    expect(await ask()).toBe("lost");
  });

  it("askCommand has the command run here when the server refuses it, or says that it is not for it", async () => {
    const refusing = await askedBy((socket) =>
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"),
    );
    expect(await refusing.ask()).toBe("run-it");
    const passing = await askedBy((socket) => socket.end(`${begun}${ok({ notHere: "it reads" })}`));
    expect(await passing.ask()).toBe("run-it");
  });

  it("askCommand sends nothing to a program that does not show in time that it knows the token", async () => {
    const { ask, seen } = await askedBy((socket) => socket.end(), { proves: false });
    expect(await ask()).toBe("run-it");
    expect(seen).toEqual([]);
  });

  it("askCommand asks no server of another version or build, and none that hangs", async () => {
    for (const changes of [{ version: "9.9.9" }, { build: "another" }]) {
      const { ask, seen } = await askedBy((socket) => socket.end(), changes);
      expect(await ask()).toBe("run-it");
      expect(seen).toEqual([]);
    }
    const hung = await askedBy((socket) => socket.end());
    hung.hang();
    expect(await hung.ask()).toBe("run-it");
    expect(hung.seen).toEqual([]);
  });

  it("askCommand has the command run here when there is no server, no folder and no valid place for data", async () => {
    const env = { HOME: tempFolder() };
    expect(await askCommand({ argv: ["status"], env, cwd: env.HOME })).toBe("run-it");
    expect(await askCommand({ argv: ["status"], env, cwd: "" })).toBe("run-it");
    const wrong = { ...env, WHETSTONE_DATA_DIR: "not/absolute" };
    expect(await askCommand({ argv: ["status"], env: wrong, cwd: env.HOME })).toBe("run-it");
  });
});
