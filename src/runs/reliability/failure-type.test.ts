import { describe, expect, it } from "vitest";
import { type FailureType, readFailureType } from "./failure-type.js";

const errors: readonly (readonly [text: string, type: FailureType])[] = [
  ["401 bad credentials", "auth"],
  ["Request failed with status code 401", "auth"],
  ["HTTP/1.1 401", "auth"],
  ["gh: To use GitHub CLI you are not logged in", "auth"],
  ["Your session has expired. Log in again.", "auth"],
  ["git@github.com: Permission denied (publickey).", "auth"],
  ["Error: invalid API key provided", "auth"],
  ["fatal: Authentication failed for 'https://example.com/a.git'", "auth"],
  ["Resource not accessible by integration", "permission"],
  ["gh: Must have admin rights to Repository. (HTTP 403)", "permission"],
  ["EACCES: permission denied, open 'a.txt'", "permission"],
  ["User is not authorized to perform: s3:GetObject", "permission"],
  ["AccessDeniedException: no", "permission"],
  ["API rate limit exceeded for user 12", "rate_limit"],
  ["MCP error -32603: 429 Too Many Requests", "rate_limit"],
  ["ThrottlingException: slow down", "rate_limit"],
  ["429: You exceeded your current quota, check your plan", "quota"],
  ['{"error":{"code":"insufficient_quota"}}', "quota"],
  ["Your credit balance is too low", "quota"],
  ["Command timed out after 2m 0s", "timeout"],
  ["connect ETIMEDOUT 10.0.0.1:443", "timeout"],
  ["rpc error: code = DeadlineExceeded", "timeout"],
  ["TimeoutError: locator.click: Timeout 30000ms exceeded.", "timeout"],
  ["504: Gateway Timeout", "timeout"],
  ["connect ECONNREFUSED 127.0.0.1:5432", "network"],
  ["curl: (6) Could not resolve host: example.com", "network"],
  ["TypeError: fetch failed", "network"],
  ["Connection reset by peer", "network"],
  ["gh: Not Found (HTTP 404)", "not_found"],
  ["ENOENT: no such file or directory, open 'x'", "not_found"],
  ['relation "users" does not exist', "not_found"],
  ['{"message": "gone", "status": 410}', "not_found"],
  ["CONFLICT (content): Merge conflict in a.ts", "conflict"],
  ["a pull request for branch x already exists", "conflict"],
  ["! [rejected] main -> main (non-fast-forward)", "conflict"],
  ["SQLITE_BUSY: database is locked", "conflict"],
  ["422: Validation Failed", "validation"],
  ["MCP error -32602: Invalid arguments for tool create_issue", "validation"],
  ["Unexpected token < in JSON at position 0", "validation"],
];

/** Texts that hold such a word or number and speak of no such failure. */
const others: readonly string[] = [
  "",
  "it broke",
  "exit code 1",
  "401 tests passed, 3 failed",
  "Error: 404 files changed",
  "expected 3 to be 4",
  "unknown option '--timeout'",
  "the connection timeout is 30 seconds",
  "X-RateLimit-Remaining: 4999",
  "finished: 0 timed out, 0 not found",
  "no conflicts",
  "src/auth/token.ts:401:12 unused variable",
  "HTTP 500",
  "code 4290",
];

describe("the type of a failure as read from its error", () => {
  it.each(errors)("'%s' is %s", (text, type) => {
    expect(readFailureType(text)).toBe(type);
  });

  it.each(others)("'%s' names none", (text) => {
    expect(readFailureType(text)).toBeUndefined();
  });

  it("the first line that names one decides", () => {
    expect(readFailureType("exit code 1\nremote: Repository not found.\nfatal: Authentication failed")).toBe(
      "not_found",
    );
  });

  it("a long output is read at both ends", () => {
    const noise = Array.from({ length: 5_000 }, (_, line) => `step ${line}`).join("\n");
    expect(readFailureType(`${noise}\n429 Too Many Requests`)).toBe("rate_limit");
  });
});
