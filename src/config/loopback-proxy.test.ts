import { expect, it } from "vitest";
import { loopbackIsProxied } from "./loopback-proxy.js";

it.each([
  [{}, false],
  [{ HTTP_PROXY: "" }, false],
  [{ HTTPS_PROXY: "http://proxy:1" }, true],
  [{ http_proxy: "http://proxy:1", NO_PROXY: "example.com" }, true],
  [{ http_proxy: "http://proxy:1", NO_PROXY: "localhost, 127.0.0.1" }, false],
  [{ http_proxy: "http://proxy:1", no_proxy: "*" }, false],
  [{ all_proxy: "http://proxy:1", no_proxy: "10.127.0.0.1" }, true],
])("with %j calls to this machine go through a proxy: %s", (env, proxied) => {
  expect(loopbackIsProxied(env)).toBe(proxied);
});
