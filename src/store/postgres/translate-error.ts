import { WhetstoneError } from "../../errors.js";

/** Turns an error of the driver into a `WhetstoneError`. Unknown errors pass through unchanged. */
export function translateError(error: unknown, location: string): unknown {
  if (error instanceof WhetstoneError || !(error instanceof Error)) return error;
  const code = String((error as { code?: unknown }).code ?? "");
  const facts = { values: { location }, cause: error };
  if (code === "55P03")
    return new WhetstoneError("busy", "other processes kept the project locked. Nothing was written.", {
      ...facts,
      next: "call again; if it stays, see which connection holds the project, or raise store.busyWaitMs",
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
  if (code.startsWith("XX00"))
    return new WhetstoneError("corrupt", `the database ${location} is damaged: ${error.message}`, {
      ...facts,
      next: "restore it on its server",
    });
  return error;
}
