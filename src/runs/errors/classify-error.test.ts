import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { classifyError } from "./classify-error.js";
import { type ErrorType, errorTypes } from "./error-type.js";

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const named = (name: string, message = "") => Object.assign(new Error(message), { name });
const coded = (code: unknown, message = "", more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });
const ofNodeSqlite = (errcode: number, message = "") => coded("ERR_SQLITE_ERROR", message, { errcode });
const wrapped = (cause: unknown, message = "it did not work") => new Error(message, { cause });
const missing: { readonly field?: { readonly name: string } } = {};

const cases: readonly (readonly [string, unknown, ErrorType])[] = [
  // Real errors of the language and of libraries.
  ["JSON.parse", thrownBy(() => JSON.parse("{ nope")), "validation"],
  ["JSON.parse of nothing", thrownBy(() => JSON.parse("")), "validation"],
  ["a property of undefined", thrownBy(() => (missing.field as { name: string }).name), "validation"],
  ["a bad array length", thrownBy(() => new Array(-1)), "validation"],
  ["a bad URL", thrownBy(() => new URL("no url")), "validation"],
  ["a bad URI", thrownBy(() => decodeURIComponent("%")), "validation"],
  ["a bad pattern", thrownBy(() => new RegExp(["("].join(""))), "validation"],
  ["a wrong argument of Node", thrownBy(() => Buffer.alloc("x" as unknown as number)), "validation"],
  ["zod", thrownBy(() => z.object({ a: z.string() }).parse({ a: 1 })), "validation"],
  ["zod/mini", thrownBy(() => mini.object({ a: mini.string() }).parse({})), "validation"],
  ["one issue of zod", z.object({ a: z.string() }).safeParse({}).error?.issues[0], "validation"],
  ["a failed safeParse", z.string().safeParse(1), "validation"],
  ["an aborted signal", thrownBy(() => AbortSignal.abort().throwIfAborted()), "timeout"],
  ["an abort with a reason", thrownBy(() => AbortSignal.abort(coded("EEXIST")).throwIfAborted()), "conflict"],
  ["a TimeoutError of the platform", new DOMException("signal timed out", "TimeoutError"), "timeout"],
  ["our own refusal", new WhetstoneError("invalid_input", "'at' is in the future"), "validation"],
  ["our own busy", new WhetstoneError("busy", "others kept the store locked"), "conflict"],

  // Codes.
  ["ETIMEDOUT", coded("ETIMEDOUT", "connect ETIMEDOUT 10.0.0.1:443"), "timeout"],
  ["ESOCKETTIMEDOUT", coded("ESOCKETTIMEDOUT"), "timeout"],
  ["undici, connect", coded("UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error"), "timeout"],
  ["undici, headers", coded("UND_ERR_HEADERS_TIMEOUT"), "timeout"],
  [
    "PostgreSQL, statement timeout",
    coded("57014", "canceling statement due to statement timeout"),
    "timeout",
  ],
  ["MCP, request timeout", coded(-32001, "Request timed out"), "timeout"],
  ["EBUSY", coded("EBUSY", "resource busy or locked, rename 'a' -> 'b'"), "conflict"],
  ["EEXIST", coded("EEXIST", "file already exists, mkdir 'a'"), "conflict"],
  ["ELOCKED", coded("ELOCKED", "Lock file is already being held"), "conflict"],
  ["EADDRINUSE", coded("EADDRINUSE", "listen EADDRINUSE: address already in use :::3000"), "conflict"],
  ["SQLITE_BUSY", coded("SQLITE_BUSY", "database is locked"), "conflict"],
  ["SQLITE_BUSY_SNAPSHOT", coded("SQLITE_BUSY_SNAPSHOT"), "conflict"],
  ["SQLite, unique", coded("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: a.b"), "conflict"],
  ["SQLite, not null", coded("SQLITE_CONSTRAINT_NOTNULL", "NOT NULL constraint failed: a.b"), "validation"],
  ["SQLite of Node, busy", ofNodeSqlite(5, "database is locked"), "conflict"],
  ["SQLite of Node, a snapshot that is too old", ofNodeSqlite(517), "conflict"],
  ["SQLite of Node, unique", ofNodeSqlite(2067, "UNIQUE constraint failed: a.b"), "conflict"],
  ["SQLite of Node, not null", ofNodeSqlite(1299, "NOT NULL constraint failed: a.b"), "validation"],
  ["SQLite of Node, disk", ofNodeSqlite(778, "disk I/O error"), "tool_failure"],
  ["SQLite, disk", coded("SQLITE_IOERR_WRITE", "disk I/O error"), "tool_failure"],
  ["PostgreSQL, serialization", coded("40001", "could not serialize access"), "conflict"],
  ["PostgreSQL, deadlock", coded("40P01", "deadlock detected"), "conflict"],
  ["PostgreSQL, unique", coded("23505", "duplicate key value violates unique constraint"), "conflict"],
  ["PostgreSQL, not null", coded("23502"), "validation"],
  ["PostgreSQL, bad text", coded("22P02", "invalid input syntax for type integer"), "validation"],
  ["PostgreSQL, no connection", coded("08006"), "tool_failure"],
  ["JSON-RPC, params", coded(-32602, "Invalid params"), "validation"],
  ["JSON-RPC, method", coded(-32601, "Method not found"), "tool_failure"],
  [
    "ENOENT of a program",
    coded("ENOENT", "spawn eslint ENOENT", { syscall: "spawn eslint" }),
    "tool_failure",
  ],
  ["ENOENT of a file", coded("ENOENT", "no such file or directory, open 'a'"), "tool_failure"],
  ["ECONNREFUSED", coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"), "tool_failure"],
  ["ENOSPC", coded("ENOSPC", "no space left on device"), "tool_failure"],
  ["an unknown errno", coded("EHOSTDOWN"), "tool_failure"],
  ["a missing module", coded("ERR_MODULE_NOT_FOUND", "Cannot find package 'x'"), "tool_failure"],
  ["TypeScript, as a code", coded("TS2322"), "validation"],
  ["axios, its own limit", coded("ECONNABORTED", "timeout of 5000ms exceeded"), "timeout"],
  ["axios, a lost connection", coded("ECONNABORTED", "Request aborted"), "tool_failure"],
  ["axios, 409", coded("ERR_BAD_REQUEST", "Request failed", { response: { status: 409 } }), "conflict"],

  // HTTP.
  ["400", { status: 400 }, "validation"],
  ["422", { statusCode: 422, message: "Unprocessable Entity" }, "validation"],
  ["408", { status: 408 }, "timeout"],
  ["504", Object.assign(new Error("Bad response"), { status: 504 }), "timeout"],
  ["409", { response: { status: 409 } }, "conflict"],
  ["412", { status: 412 }, "conflict"],
  ["423", { status: 423 }, "conflict"],
  ["404", { status: 404 }, "tool_failure"],
  ["429", { status: 429, message: "Rate limit" }, "tool_failure"],
  ["500", { status: 500 }, "tool_failure"],
  ["a status of 200", { status: 200 }, "unknown"],
  ["a status that is not a number", { status: Number.NaN }, "unknown"],

  // Programs.
  [
    "killed by the time limit",
    coded(null, "Command failed", { killed: true, signal: "SIGTERM", cmd: "x" }),
    "timeout",
  ],
  ["execa's time limit", { timedOut: true, exitCode: undefined, signal: "SIGKILL" }, "timeout"],
  ["coreutils' timeout", { exitCode: 124, stderr: "" }, "timeout"],
  ["a CPU limit", { signal: "SIGXCPU", code: null }, "timeout"],
  [
    "killed by somebody else",
    coded(null, "Command failed", { killed: false, signal: "SIGKILL", cmd: "x" }),
    "tool_failure",
  ],
  ["a crash", { signal: "SIGSEGV", code: null }, "tool_failure"],
  [
    "an exit code",
    coded(1, "Command failed: npm test", { killed: false, signal: null, cmd: "npm test" }),
    "tool_failure",
  ],
  ["a large exit code, which is not a status", { status: 409, signal: null, stderr: "" }, "tool_failure"],
  ["an exit code of 0", { exitCode: 0 }, "unknown"],
  [
    "tsc",
    { exitCode: 2, stdout: "src/a.ts(3,1): error TS2322: Type 'a' is not assignable to type 'b'." },
    "validation",
  ],
  [
    "git merge",
    { status: 1, signal: null, stdout: "CONFLICT (content): Merge conflict in a.ts" },
    "conflict",
  ],
  [
    "git's lock",
    { exitCode: 128, stderr: "fatal: Unable to create '/r/.git/index.lock': File exists." },
    "conflict",
  ],
  ["git push", { exitCode: 1, stderr: " ! [rejected] main -> main (non-fast-forward)" }, "conflict"],
  ["a shell", { exitCode: 127, stderr: "sh: 1: eslint: not found" }, "tool_failure"],
  ["an MCP tool", { isError: true, content: [{ type: "text", text: "it broke" }] }, "tool_failure"],
  [
    "an MCP tool that waited",
    { isError: true, content: [{ type: "text", text: "the page timed out" }] },
    "timeout",
  ],

  // Names.
  ["a class of a library", named("ConnectTimeoutError"), "timeout"],
  ["Python's subprocess", { name: "subprocess.TimeoutExpired" }, "timeout"],
  ["a version conflict", named("VersionConflictError"), "conflict"],
  ["a lock", named("LockError", "held"), "conflict"],
  ["ajv", named("ValidationError", "data/a must be string"), "validation"],
  ["an assertion", named("AssertionError", "expected 'timed out' to equal 'ok'"), "validation"],
  ["JUnit", { name: "org.junit.ComparisonFailure" }, "validation"],
  ["Java", { name: "java.util.concurrent.TimeoutException" }, "timeout"],
  ["a name within a text", "TypeError: x.map is not a function", "validation"],
  ["an unknown name", named("WeirdError"), "unknown"],
  ["a name that only looks like one", named("RequestsError"), "unknown"],
  [
    "a TypeScript diagnostic",
    { category: 1, code: 2304, messageText: "Cannot find name 'x'." },
    "validation",
  ],

  // Chains.
  ["fetch, no connection", new TypeError("fetch failed", { cause: coded("ECONNREFUSED") }), "tool_failure"],
  ["fetch, too slow", new TypeError("fetch failed", { cause: coded("UND_ERR_CONNECT_TIMEOUT") }), "timeout"],
  ["fetch, no cause", new TypeError("fetch failed"), "tool_failure"],
  ["three deep", wrapped(wrapped(wrapped(coded("EBUSY")))), "conflict"],
  ["a cause beats the wrapper's name", new TypeError("bad", { cause: coded("ETIMEDOUT") }), "timeout"],
  ["a cause that is a text is not looked at", wrapped("timed out"), "unknown"],
  [
    "an aggregate",
    new AggregateError([new Error("x"), coded("ETIMEDOUT")], "All promises were rejected"),
    "timeout",
  ],
  [
    "an aggregate with a code of its own",
    Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
    "tool_failure",
  ],
  ["a settled promise", { status: "rejected", reason: coded("EEXIST") }, "conflict"],

  // Words.
  ["vitest", "Error: Test timed out in 5000ms.", "timeout"],
  ["jest", 'thrown: "Exceeded timeout of 5000 ms for a test."', "timeout"],
  ["playwright", "page.goto: Timeout 30000ms exceeded.", "timeout"],
  ["a proxy", "upstream answered: 504 Gateway Timeout", "timeout"],
  ["a reservation", "src/auth.ts is reserved by worker-2", "conflict"],
  ["a wait for a lock", "Could not acquire lock: timed out after 5 s", "conflict"],
  ["a patch", "error: patch failed: src/a.ts:3", "conflict"],
  ["the seed's first example", "Type error in src/auth.ts", "validation"],
  ["the seed's second example", "Missing import in src/session.ts", "validation"],
  ["an option named timeout", "unknown option '--timeout'", "validation"],
  ["a missing field", "missing required field 'name'", "validation"],
  ["a missing program", "bash: line 1: tsc: command not found", "tool_failure"],
  ["an exit in words", "the process exited with code 1", "tool_failure"],
  ["an errno in words", "connect ETIMEDOUT 1.2.3.4:443", "timeout"],
  ["a status in words", "Request failed with status code 409", "conflict"],
  ["no conflict at all", "rebased, 0 conflicts", "unknown"],
  ["a word alone", "timeout", "unknown"],

  // Anything.
  ["a text", "something", "unknown"],
  ["an empty text", "", "unknown"],
  ["null", null, "unknown"],
  ["undefined", undefined, "unknown"],
  ["a number", 124, "unknown"],
  ["NaN", Number.NaN, "unknown"],
  ["a symbol", Symbol("x"), "unknown"],
  ["a bigint", 1n, "unknown"],
  ["an empty object", {}, "unknown"],
  ["an object without prototype", Object.assign(Object.create(null), { code: "EBUSY" }), "conflict"],
  ["a list of errors", [new Error("x"), coded("EBUSY")], "conflict"],
];

describe("the type of an error", () => {
  it.each(cases)("the error of %s has its type", (_what, thrown, type) => {
    expect(classifyError(thrown)).toBe(type);
  });

  it("the cases cover every type, and there are at least seventy", () => {
    expect(new Set(cases.map(([, , type]) => type))).toEqual(new Set(errorTypes));
    expect(cases.length).toBeGreaterThanOrEqual(70);
  });

  it("a type is found although some facts cannot be read", () => {
    const trap = () => {
      throw new Error("no");
    };
    const guarded = Object.defineProperty(new Error("it timed out"), "code", { get: trap });
    const proxy = new Proxy({}, { get: trap, has: trap, ownKeys: trap });
    const { proxy: revoked, revoke } = Proxy.revocable([], {});
    revoke();
    expect(classifyError(guarded)).toBe("timeout");
    expect(classifyError(proxy)).toBe("unknown");
    expect(classifyError(revoked)).toBe("unknown");
    expect(classifyError({ errors: revoked, cause: proxy, code: "EBUSY" })).toBe("conflict");
  });

  it("a type is found in a chain of causes that never ends", () => {
    const circle: { cause?: unknown; code?: string } = {};
    circle.cause = { cause: circle };
    expect(classifyError(circle)).toBe("unknown");
    circle.code = "ETIMEDOUT";
    expect(classifyError({ cause: circle })).toBe("timeout");
    const endless = (): object => ({
      get cause() {
        return endless();
      },
    });
    expect(classifyError(endless())).toBe("unknown");
    expect(classifyError({ errors: { length: 1e9 } })).toBe("unknown");
  });

  it("a long output is classified by its start and its end", () => {
    const noise = "a line that says nothing\n".repeat(100_000);
    expect(classifyError(`${noise}error TS2304: Cannot find name 'x'.`)).toBe("validation");
    expect(classifyError({ exitCode: 1, stderr: `sh: tsc: command not found\n${noise}` })).toBe(
      "tool_failure",
    );
  });

  it("any thrown value has one of the five types", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true }), fc.string()),
        (thrown) => {
          expect(errorTypes).toContain(classifyError(thrown));
          expect(errorTypes).toContain(classifyError(new Error(String(typeof thrown), { cause: thrown })));
        },
      ),
    );
  });
});
