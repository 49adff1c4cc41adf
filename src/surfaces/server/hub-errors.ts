import { type ErrorCode, errorCodes, WhetstoneError } from "../../base/errors.js";
import { oneLine } from "../../base/text/one-line.js";
import { logFormat } from "../../log/events/format.js";

/** What an answer of a hub tells of a call that it did not carry out. */
export function refusedCall(
  response: Pick<Response, "status" | "headers">,
  text: string,
  { url, version }: { readonly url: string; readonly version: string },
): WhetstoneError {
  const { status, headers } = response;
  if (status >= 300 && status < 400) return moved(url, headers.get("location"));
  const said = errorIn(text);
  if (said === undefined) return status >= 500 ? downFor(url, status) : notAHub(url, status);
  const { code, message, next, field } = said;
  const facts = { ...(next === undefined ? {} : { next }), ...(field === undefined ? {} : { field }) };
  if (status === 429) return tooManyCalls(url, headers.get("retry-after"));
  if (code === "newer_format") return olderHub(url, version, message);
  if (status >= 500) return unreachable(url, message);
  return new WhetstoneError(code, `the hub ${url} says: ${message}`, { ...facts, values: { status } });
}

export function unreachable(url: string, why: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("unreachable", `the hub ${url} cannot be reached: ${oneLine(why, 200)}`, {
    next: nextFor(why),
    cause,
  });
}

export function unusable(url: string, why: string): WhetstoneError {
  return new WhetstoneError("unreachable", `what ${url} answers is not what a hub answers: ${why}`, {
    next: "check the address; else the hub may have another version: update it, or Whetstone here",
  });
}

export function tooLargeAnswer(url: string, bytes: number): WhetstoneError {
  return new WhetstoneError("too_large", `the hub ${url} answers with more than ${bytes} bytes`, {
    next: "check the address: a hub answers with less",
  });
}

function tooManyCalls(url: string, retryAfter: string | null): WhetstoneError {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : 60;
  return new WhetstoneError("busy", `the hub ${url} has had too many calls`, {
    next: `wait ${seconds} s`,
    values: { retryAfterSeconds: seconds },
  });
}

/** What this program wrote is newer than the hub. */
function olderHub(url: string, version: string, message: string): WhetstoneError {
  return new WhetstoneError("newer_format", `the hub ${url} is older than this Whetstone: ${message}`, {
    next: `ask the person who runs the hub to update it to ${version}; until then what you record stays here`,
  });
}

/** It exchanges logs in another form; a build before the first release names none. */
export function otherForm(
  { url, version }: { readonly url: string; readonly version: string },
  format: string | null,
): WhetstoneError {
  if (Number(format) > logFormat)
    return new WhetstoneError("newer_format", `the hub ${url} is newer: its logs have format ${format}`, {
      next: "update Whetstone; until then what you record stays here",
    });
  return new WhetstoneError(
    "older_format",
    `the hub ${url} was built before the first release, and its logs have a form that is no longer read`,
    {
      next:
        `ask the person who runs the hub to update it to ${version} and to turn its store with ` +
        "'node scripts/from-0.1.0.mjs URL'; until then what you record stays here",
    },
  );
}

function moved(url: string, location: string | null): WhetstoneError {
  const to = location === null ? "another address" : oneLine(location, 200);
  return new WhetstoneError("invalid_input", `${url} sends callers on to ${to}, which is not followed`, {
    field: "url",
    next: "join with the address of the hub itself",
  });
}

function notAHub(url: string, status: number): WhetstoneError {
  return new WhetstoneError("not_found", `there is no hub at ${url}: status ${status}`, {
    field: "url",
    next: "check the address, without a path that belongs to something else",
  });
}

/** A proxy answers like this while the hub behind it is away. */
function downFor(url: string, status: number): WhetstoneError {
  return unreachable(url, `status ${status}`);
}

function nextFor(why: string): string {
  if (/certificate|self.signed|CERT_/i.test(why))
    return "check the certificate of the hub; for one of your own authority set NODE_EXTRA_CA_CERTS to its file";
  if (/ENOTFOUND|EAI_AGAIN/.test(why)) return "check the address and the network";
  return "it is tried again later; what you record is kept here until then";
}

interface Said {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next: string | undefined;
  readonly field: string | undefined;
}

/** The error in an answer of a hub. Its texts are shown to a person, and anybody may have written them. */
function errorIn(text: string): Said | undefined {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: Record<string, unknown> };
    const code = errorCodes.find((each) => each === error?.code);
    if (code === undefined || typeof error?.message !== "string") return undefined;
    const shown = (value: unknown) => (typeof value === "string" ? oneLine(value, 300) : undefined);
    return { code, message: shown(error.message) ?? "", next: shown(error.next), field: shown(error.field) };
  } catch {
    return undefined;
  }
}
