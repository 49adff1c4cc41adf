import { createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { exchange } from "./exchange.js";

async function answering(answer: (socket: Socket, request: string) => void) {
  const server = createServer((socket) =>
    socket.on("error", () => undefined).once("data", (bytes) => answer(socket, String(bytes))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as import("node:net").AddressInfo;
  return {
    address: "127.0.0.1",
    port,
    method: "POST",
    path: "/v1/x",
    token: "t",
    timeoutMs: 60_000,
  } as const;
}

describe("exchange", () => {
  it("exchange sends the length of its body in bytes", async () => {
    let seen = "";
    const to = await answering((socket, request) => {
      seen = request;
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    expect(await exchange({ ...to, body: '"ü"' })).toEqual({ status: 200, body: "" });
    expect(seen.split("\r\n")).toEqual([
      "POST /v1/x HTTP/1.0",
      `host: 127.0.0.1:${to.port}`,
      "authorization: Bearer t",
      "content-type: application/json",
      "content-length: 4",
      "connection: close",
      "",
      '"ü"',
    ]);
  });

  it("exchange joins the pieces of an answer, without waiting for the end of the connection", async () => {
    const to = await answering(async (socket) => {
      for (const byte of Buffer.from("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nü√")) {
        socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    expect(await exchange(to)).toMatchObject({ status: 404, body: expect.stringContaining("ü") });
  });

  it("exchange accepts an answer without a length when the connection ends", async () => {
    const to = await answering((socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nall of it"));
    expect(await exchange(to)).toEqual({ status: 200, body: "all of it" });
  });

  it.each([
    "",
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf",
    "220 mail.example ESMTP\r\n\r\n",
  ])("exchange does not accept %j as an answer", async (text) => {
    const to = await answering((socket) => socket.end(text));
    expect(await exchange(to)).toEqual({ failed: "broken" });
  });

  it("exchange tells a refused connection from a broken one and from a timeout", async () => {
    const to = await answering((socket) => socket.destroy());
    expect(await exchange(to)).toEqual({ failed: "broken" });
    expect(await exchange({ ...to, port: 1 })).toEqual({ failed: "refused" });
    const silent = await answering(() => undefined);
    expect(await exchange({ ...silent, timeoutMs: 50 })).toEqual({ failed: "timeout" });
  });
});
