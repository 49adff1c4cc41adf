import { expect, it } from "vitest";
import { hubAddress } from "./hub-address.js";

it.each([
  ["https://hub.example.org", "https://hub.example.org"],
  ["https://hub.example.org/", "https://hub.example.org"],
  ["HTTPS://Hub.Example.org:8443/whetstone//", "https://hub.example.org:8443/whetstone"],
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
  ["http://localhost:8787/", "http://localhost:8787"],
  ["http://[::1]:8787", "http://[::1]:8787"],
])("the address %s is %s", (given, expected) => {
  expect(hubAddress(given)).toBe(expected);
});

it.each([
  "hub.example.org",
  "ftp://hub.example.org",
  "http://hub.example.org",
  "http://127.0.0.1.example.org",
  "http://localhost.example.org",
  "https://ada:secret@hub.example.org",
  "https://hub.example.org/?key=whet_x",
  "https://hub.example.org/#x",
  "",
])("the address %j is refused", (given) => {
  expect(() => hubAddress(given)).toThrow(expect.objectContaining({ code: "invalid_usage", field: "url" }));
});
