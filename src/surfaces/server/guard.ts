import { createHash, timingSafeEqual } from "node:crypto";
import { WhetstoneError } from "../../base/errors.js";

/** Names by which a browser or program on this machine may call it. */
const loopback = ["127.0.0.1", "localhost", "[::1]"];

export interface GuardOptions {
  readonly token: string;
  /** Other names than those of this machine, in lower case. */
  readonly names: readonly string[];
}

/**
 * Refuses requests from web pages, with or without the token. A page that points a name of its own at this
 * machine sends that name as the host; a page from elsewhere sends its origin.
 */
export function checkPlace(headers: Headers, { names }: Pick<GuardOptions, "names">): void {
  const allowed = [...loopback, ...names];
  const host = headers.get("host");
  if (host === null || !allowed.includes(nameIn(host))) {
    throw notAllowed(
      `requests for host '${host ?? ""}' are refused`,
      "host",
      "call 127.0.0.1, or name the host with --allow-host",
    );
  }
  const origin = headers.get("origin");
  if (origin !== null && !(originHost(origin) === host.toLowerCase())) {
    throw notAllowed(`pages of ${origin} may not call`, "origin", "call from a program, not from a web page");
  }
}

/** Whether the caller knows the token. The time it takes does not depend on where the two differ. */
export function hasToken(headers: Headers, token: string): boolean {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return timingSafeEqual(sha256Bytes(given), sha256Bytes(token));
}

/** Does not say where the token is: the caller may be anybody. */
export function tokenMissing(): WhetstoneError {
  return new WhetstoneError("not_allowed", "the token is missing or wrong", {
    field: "authorization",
    next: "send 'Authorization: Bearer …'; 'whetstone serve --status' shows where the token is",
  });
}

function sha256Bytes(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The name without its port. */
function nameIn(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, "");
}

function originHost(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase())?.[1];
}

function notAllowed(message: string, field: string, next: string): WhetstoneError {
  return new WhetstoneError("not_allowed", message, { field, next });
}
