import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { agentBehind } from "./caller-process.js";

const connection = { callerPort: 0xabcd, ownPort: 0x1234 };
const header =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly sockets?: readonly number[];
}

/** A folder as Linux shows its processes in. */
function procWith(processes: readonly Process[], inode = 77): string {
  const proc = tempFolder();
  mkdirSync(join(proc, "net"));
  const end = "01 00000000:00000000 00:00000000 00000000  1000        0";
  writeFileSync(
    join(proc, "net/tcp"),
    [
      header,
      `   0: 0100007F:1234 0100007F:ABCD ${end} 66 1`,
      `   1: 0100007F:ABCD 0100007F:1234 ${end} ${inode} 1`,
      "",
    ].join("\n"),
  );
  for (const { pid, parent, env = {}, sockets = [] } of processes) {
    mkdirSync(join(proc, String(pid), "fd"), { recursive: true });
    const text = Object.entries(env).map(([name, value]) => `${name}=${value}\0`);
    writeFileSync(join(proc, String(pid), "environ"), text.join(""));
    writeFileSync(join(proc, String(pid), "stat"), `${pid} (a (b) c) S ${parent} 1 1 0`);
    sockets.forEach(
      (each, fd) => void symlinkSync(`socket:[${each}]`, join(proc, String(pid), "fd", String(fd))),
    );
  }
  return proc;
}

describe("agentBehind", () => {
  it("agentBehind finds the agent by the environment of the caller", () => {
    const proc = procWith([
      { pid: 10, parent: 1, env: { CLAUDECODE: "1" }, sockets: [66] },
      { pid: 20, parent: 1, env: { HOME: "/h", CODEX_SANDBOX: "", AI_AGENT: "x" }, sockets: [5, 77] },
    ]);
    expect(agentBehind(connection, proc)).toBe("a coding agent");
  });

  it("agentBehind finds the agent by the environment of a process that started the caller, which hides its own", () => {
    const proc = procWith([
      { pid: 10, parent: 1 },
      { pid: 20, parent: 10, env: { CLAUDECODE: "1" } },
      { pid: 30, parent: 20 },
      { pid: 40, parent: 30, sockets: [77] },
    ]);
    expect(agentBehind(connection, proc)).toBe("Claude Code");
  });

  it("agentBehind finds none for a person's shell, for a caller that is not there, and without such a folder", () => {
    const person = [{ pid: 10, parent: 1, env: { TERM: "xterm" }, sockets: [77] }];
    expect(agentBehind(connection, procWith(person))).toBeUndefined();
    expect(agentBehind(connection, procWith(person, 78))).toBeUndefined();
    expect(agentBehind(connection, procWith([{ pid: 10, parent: 10, sockets: [77] }]))).toBeUndefined();
    expect(agentBehind(connection, join(tempFolder(), "no"))).toBeUndefined();
  });
});
