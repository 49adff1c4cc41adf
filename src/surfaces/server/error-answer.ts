import type { Context } from "hono";
import { type ErrorCode, WhetstoneError } from "../../base/errors.js";

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 500 | 503 | 507;

const statuses: Readonly<Record<ErrorCode, ErrorStatus>> = {
  invalid_input: 400,
  invalid_config: 400,
  invalid_usage: 400,
  not_found: 404,
  not_allowed: 403,
  too_large: 413,
  busy: 503,
  unreachable: 503,
  disk_full: 507,
  not_writable: 500,
  corrupt: 500,
  replaced: 503,
  newer_format: 409,
  older_format: 409,
  native_module_missing: 500,
  model_unavailable: 503,
  closed: 503,
  internal: 500,
};

/** `{ error: { code, message, field, next } }`, as `--json` prints it, with the status that fits. */
export function errorAnswer(thrown: unknown): {
  readonly status: ErrorStatus;
  readonly body: { error: object };
} {
  const error = thrown instanceof WhetstoneError ? thrown : internalError(thrown);
  return { status: statuses[error.code], body: { error: error.toJSON() } };
}

function internalError(thrown: unknown): WhetstoneError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new WhetstoneError("internal", `unexpected: ${message}`, {
    next: "please report this as a bug, with what you sent",
    cause: thrown,
  });
}

export function answerError(c: Context, thrown: unknown): Response {
  const { status, body } = errorAnswer(thrown);
  return c.json(body, status);
}
