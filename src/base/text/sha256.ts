/** HMAC with SHA-256, in hex. */
export function hmacSha256(key: string, text: string): string {
  return crypto().createHmac("sha256", key).update(text).digest("hex");
}

/** SHA-256 of a text, in hex. */
export function sha256Of(text: string): string {
  return crypto().createHash("sha256").update(text).digest("hex");
}

/** Loaded with the first hash: that takes a tenth of the whole time of a hook, and most hooks make none. */
function crypto() {
  return process.getBuiltinModule("node:crypto");
}
