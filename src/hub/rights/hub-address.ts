import { WhetstoneError } from "../../base/errors.js";

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The address of a hub in its one form. A key is sent there: over a network only where nobody can read it. */
export function hubAddress(text: string): string {
  const url = parsedUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw wrong(`'${text}' is not the address of a hub`, "give one such as https://hub.example.org");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw wrong("the address of a hub has no password, '?' or '#'", "give the key when you are asked for it");
  if (url.protocol === "http:" && !thisMachine.test(url.hostname))
    throw wrong(
      `a key would cross the network in the open to ${url.host}`,
      "put a proxy with TLS before the hub, and give its https:// address",
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function wrong(reason: string, next: string): WhetstoneError {
  return new WhetstoneError("invalid_usage", reason, { field: "url", next });
}
