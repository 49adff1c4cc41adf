/**
 * A server that reads what it is sent and answers with nothing: the least that a hook by HTTP can cost.
 * Prints its port.
 */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-length": "0" }).end());
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
