/** A process that gives up on reviews: each notes one loss. Usage: loser.mjs FOLDER NAME COUNT */
import { openWhetstone } from "whetstone";

const [folder, name, count] = process.argv.slice(2);
const ws = await openWhetstone({ root: folder, env: { HOME: folder }, actor: name, origin: "tool:test" });
for (let n = 0; n < Number(count); n += 1) await ws.review({ output: `${name} says nothing, ${n}` });
await ws.close();
