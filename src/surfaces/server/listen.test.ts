import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { close, listen, newHttpServer, portFault, usualPort } from "./listen.js";

it("portFault tells a port that is in use from a port that cannot exist", async () => {
  const server = createServer();
  const port = await listen(server, "127.0.0.1", 0, 0);
  onTestFinished(() => void server.close());
  expect(await portFault(port)).toBe(`another program has the port ${port}`);
  await new Promise((resolve) => server.close(resolve));
  expect(await portFault(port)).toBeUndefined();
  expect(await portFault(70_000)).toMatch(/^cannot listen at the port 70000: /);
});

it("usualPort always returns the same port for a folder", () => {
  expect(usualPort("/home/one")).toBe(usualPort("/home/one"));
  expect(usualPort("/home/one")).not.toBe(usualPort("/home/two"));
});

it("a server that closes ends connections on which nothing was asked, and finishes its answers first", async () => {
  const server = newHttpServer();
  const port = await listen(server, "127.0.0.1", 0, 0);
  const silent = connect(port, "127.0.0.1");
  await once(server, "connection");
  const asking = fetch(`http://127.0.0.1:${port}/`);
  const [, response] = await once(server, "request");
  const closed = close(server);
  await once(silent.resume(), "close");
  response.end("an answer");
  expect(await (await asking).text()).toBe("an answer");
  await closed;
});

it("a server closes a connection whose body never ends, however regularly something of it comes", async () => {
  const server = newHttpServer({ wholeMs: 60, headersMs: 40, lookEveryMs: 20 });
  onTestFinished(() => close(server));
  server.on("request", (request) => void request.resume());
  const port = await listen(server, "127.0.0.1", 0, 0);
  const slow = connect(port, "127.0.0.1");
  slow.on("error", () => undefined);
  slow.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
  const timer = setInterval(() => slow.write(" "), 10);
  onTestFinished(() => clearInterval(timer));
  await once(slow.resume(), "close");
});

it("a server gives nobody more than half a minute for a request", () => {
  const server = newHttpServer();
  onTestFinished(() => void server.close());
  expect(server.requestTimeout).toBe(30_000);
});
