import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { startNode } from "./hub-process.mjs";

/** A server in a process of its own that reads the JSON of each call and answers like a hub: nothing else. */
export function startEmptyServer() {
  return startNode([fileURLToPath(import.meta.url), "serve"], {});
}

if (process.argv[2] === "serve") {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      const { events } = JSON.parse(text);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ events: events.map(({ id }) => ({ id, seq: 1 })), head: 1 }));
    });
  });
  server.listen(0, "127.0.0.1", () => {
    console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
  });
}
