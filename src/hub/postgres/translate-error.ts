import { WhetstoneError } from "../../base/errors.js";

/** Turns an error of the driver into a `WhetstoneError`. Unknown errors pass through unchanged. */
export function translateError(error: unknown, location: string): unknown {
  if (error instanceof WhetstoneError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const facts = { values: { location }, cause: error };
  if (isConnectionLost(error))
    return new WhetstoneError("unreachable", `${location} cannot be reached: ${error.message}`, {
      ...facts,
      next: "see that the server runs, and that this machine may connect to it",
    });
  if (code === "28P01" || noPassword.test(error.message))
    return new WhetstoneError(
      "not_allowed",
      `${location} wants a password, and the address has no right one`,
      {
        ...facts,
        next: "put it into WHETSTONE_STORE_URL: postgres://whetstone:PASSWORD@localhost/whetstone",
      },
    );
  if (["55P03", "53300", "40001", "40P01"].includes(code))
    return new WhetstoneError("busy", `${location} is busy: ${error.message}. Nothing was written.`, {
      ...facts,
      next: "call again; if it stays, raise store.busyWaitMs, or max_connections of the server",
    });
  if (code === "53100")
    return new WhetstoneError("disk_full", `the disk of ${location} is full. Nothing was written.`, {
      ...facts,
      next: "free some space on the server and call again; what was acknowledged before is safe",
    });
  if (code === "25006" || code === "42501")
    return new WhetstoneError("not_writable", `${location} cannot be written: ${error.message}`, {
      ...facts,
      next: "check the rights of the user that connects, and that the server is not a standby",
    });
  if (code.startsWith("28") || code === "3D000")
    return new WhetstoneError("not_allowed", `${location} refuses the connection: ${error.message}`, {
      ...facts,
      next: "check the user, the password and the database in the address",
    });
  if (code.startsWith("XX00"))
    return new WhetstoneError("corrupt", `the database ${location} is damaged: ${error.message}`, {
      ...facts,
      next: restoreStep,
    });
  if (notEncrypted.test(`${code} ${error.message}`))
    return new WhetstoneError("not_allowed", `${location} cannot be reached over TLS: ${error.message}`, {
      ...facts,
      next: "see 'sslmode' in WHETSTONE_STORE_URL, and the certificate of the server",
    });
  if (sqlState.test(code))
    return new WhetstoneError("internal", `${location} refused a statement: ${error.message}`, {
      ...facts,
      next: "see that no other version of Whetstone uses it; WHETSTONE_LOG=debug prints the details",
    });
  return error;
}

/** What the driver says of itself, without a code of the server. */
const noPassword = /client password must be a|password authentication failed/;
const notEncrypted = /SSL|TLS|CERT|certificate/;
const sqlState = /^[0-9A-Z]{5}$/;

const lostCodes = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH"];

/** Whether the server is gone, so that nobody knows what became of the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    code.startsWith("08") ||
    code.startsWith("57P0") ||
    lostCodes.includes(code) ||
    /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying|not queryable/.test(
      error.message,
    )
  );
}

/** Where the data of a project is not what was written. */
export function damaged(project: string, problem: string): WhetstoneError {
  return new WhetstoneError("corrupt", `the data of '${project}' is damaged: ${problem}`, {
    next: restoreStep,
    values: { project },
  });
}

const restoreStep =
  "restore it on its server: 'pg_restore --exit-on-error --dbname=postgres://… FILE' once its schema is renamed, or the server's own archive";

function codeOf(error: Error): string {
  return String((error as { code?: unknown }).code ?? "");
}
