import type { ErrorType } from "./error-type.js";

/** Codes whose name alone shows what went wrong: Node and libuv, undici, PostgreSQL, and Whetstone. */
const known: Readonly<Record<Exclude<ErrorType, "unknown">, readonly string[]>> = {
  timeout: [
    "ETIMEDOUT",
    "ESOCKETTIMEDOUT",
    "ETIME",
    "ERR_SOCKET_CONNECTION_TIMEOUT",
    "ERR_HTTP_REQUEST_TIMEOUT",
    "UND_ERR_CONNECT_TIMEOUT",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
    "ERR_SCRIPT_EXECUTION_TIMEOUT",
    "57014",
    "25P03",
    "25P04",
    "TIMEOUT",
    "TIMED_OUT",
    "DEADLINE_EXCEEDED",
  ],
  conflict: [
    "EBUSY",
    "EEXIST",
    "ELOCKED",
    "ECOMPROMISED",
    "ETXTBSY",
    "EDEADLK",
    "EDEADLOCK",
    "EADDRINUSE",
    "ECONFLICT",
    "ERR_FS_CP_EEXIST",
    "40001",
    "40P01",
    "55P03",
    "23505",
    "CONFLICT",
    "ALREADY_EXISTS",
    "busy",
    "SQLITE_CONSTRAINT_UNIQUE",
    "SQLITE_CONSTRAINT_PRIMARYKEY",
    "MergeNotSupportedError",
    "MergeConflictError",
  ],
  validation: [
    "ERR_ASSERTION",
    "ERR_MISSING_ARGS",
    "ERR_OUT_OF_RANGE",
    "ERR_AMBIGUOUS_ARGUMENT",
    "EINVAL",
    "EJSONPARSE",
    "invalid_input",
    "invalid_config",
    "invalid_usage",
    "INVALID_ARGUMENT",
    "BAD_REQUEST",
    "FAILED_PRECONDITION",
    "invalid_type",
    "invalid_format",
    "invalid_value",
    "invalid_union",
    "unrecognized_keys",
    "too_big",
    "too_small",
  ],
  tool_failure: [
    "ERR_MODULE_NOT_FOUND",
    "MODULE_NOT_FOUND",
    "ERR_CHILD_PROCESS_STDIO_MAXBUFFER",
    "ERR_WORKER_OUT_OF_MEMORY",
  ],
};

const exact: ReadonlyMap<string, ErrorType> = new Map(
  Object.entries(known).flatMap(([type, codes]) => codes.map((code) => [code, type as ErrorType] as const)),
);

/** Families of codes, looked at in this order. */
const families: readonly (readonly [RegExp, ErrorType])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, "conflict"],
  [/^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG)/, "validation"],
  [/^TS\d{3,5}$/, "validation"],
  [/^ERR_(INVALID|UNKNOWN|UNSUPPORTED|PARSE_ARGS|IMPORT_ATTRIBUTE)_/, "validation"],
  [/^FST_ERR_(VALIDATION|CTP_INVALID)/, "validation"],
  // PostgreSQL: bad data, broken constraints, bad statements; then connection, resources and system.
  [/^(22|23|42)[0-9A-Z]{3}$/, "validation"],
  [/^(08|53|54|57|58|XX)[0-9A-Z]{3}$/, "tool_failure"],
  [/^SQLITE_/, "tool_failure"],
  [/^UND_ERR_(SOCKET|CLOSED|DESTROYED|INFO|RESPONSE|ABORTED)/, "tool_failure"],
];

/** JSON-RPC and MCP. */
const rpc: ReadonlyMap<number, ErrorType> = new Map([
  [-32001, "timeout"],
  [-32600, "validation"],
  [-32602, "validation"],
  [-32700, "validation"],
  [-32601, "tool_failure"],
  [-32603, "tool_failure"],
  [-32000, "tool_failure"],
]);

/** The type of a code by itself; undefined when it has no agreed meaning. */
export function typeOfCode(code: unknown): ErrorType | undefined {
  if (typeof code === "number") return rpc.get(code);
  if (typeof code !== "string") return undefined;
  return exact.get(code) ?? families.find(([family]) => family.test(code))?.[1];
}

/** SQLite's extended codes of a duplicate key; its primary codes (lowest byte) of a lock and of bad data. */
const doubledKey = [1555, 2067];
const locked = [5, 6];
const badData = [18, 19, 20, 25];

export function typeOfSqliteCode(extended: number | undefined): ErrorType {
  if (extended === undefined) return "tool_failure";
  const primary = extended & 0xff;
  if (doubledKey.includes(extended) || locked.includes(primary)) return "conflict";
  return badData.includes(primary) ? "validation" : "tool_failure";
}

/**
 * Every other errno and npm code: the system or a program refused. Weaker than a code with a meaning of its
 * own.
 */
export function isSystemCode(code: unknown): boolean {
  return typeof code === "string" && /^E[A-Z0-9_]{2,30}$/.test(code) && !code.startsWith("ERR_");
}
