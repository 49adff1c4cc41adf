import type { ErrorCode } from "../errors.js";
import { WhetstoneError } from "../errors.js";

/**
 * 0 done · 1 blocked by a gate · 2 bad usage or input: the caller can fix it · 3 our fault or the machine's.
 */
export type ExitCode = 0 | 1 | 2 | 3;

const exitCodes: Readonly<Record<ErrorCode, 2 | 3>> = {
  invalid_input: 2,
  invalid_config: 2,
  invalid_usage: 2,
  not_found: 2,
  not_allowed: 2,
  too_large: 2,
  busy: 3,
  unreachable: 3,
  disk_full: 3,
  not_writable: 3,
  corrupt: 3,
  replaced: 3,
  newer_format: 3,
  older_format: 3,
  native_module_missing: 3,
  model_unavailable: 3,
  closed: 3,
  internal: 3,
};

export function exitCodeOf(error: unknown): 2 | 3 {
  return error instanceof WhetstoneError ? exitCodes[error.code] : 3;
}
