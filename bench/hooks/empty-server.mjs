/**
 * A server that reads each request and sends an empty answer: the lowest possible cost of an HTTP hook.
 * Prints its port.
 */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-length": "0" }).end());
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
