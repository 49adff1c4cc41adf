import { cpSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "./temp-folder.js";

export interface HubOptions {
  /** Weights are sent once so many callers have asked for them, so that their downloads overlap. */
  readonly together?: number;
}

/** A hub on this machine that serves these folders, and what it was asked for. */
export async function hubOf(models: Readonly<Record<string, string>>, { together = 1 }: HubOptions = {}) {
  const folder = tempFolder();
  for (const [name, from] of Object.entries(models))
    cpSync(from, join(folder, name, "resolve/main"), { recursive: true });
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push(path);
    const file = join(folder, path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const content = readFileSync(file);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const headers = { "content-length": content.length, "accept-ranges": "bytes" };
    if (range === null) {
      const send = () => response.writeHead(200, headers).end(request.method === "HEAD" ? "" : content);
      if (request.method !== "GET" || !path.endsWith(".onnx")) send();
      else if (waiting.push(send) >= together) for (const each of waiting) each();
    } else {
      const part = content.subarray(Number(range[1]), Number(range[2]) + 1);
      const place = `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${content.length}`;
      response
        .writeHead(206, { ...headers, "content-length": part.length, "content-range": place })
        .end(part);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  return { address: `http://127.0.0.1:${port}/`, asked };
}
