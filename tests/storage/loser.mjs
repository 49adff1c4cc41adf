/** A process that gives up on reviews: each notes one loss. Usage: loser.mjs FOLDER NAME COUNT */
import { openWhetstone } from "whetstone";
import { environmentIn } from "./environment.mjs";

const [folder, name, count] = process.argv.slice(2);
const ws = await openWhetstone({
  root: folder,
  env: environmentIn(folder),
  actor: name,
  origin: "tool:test",
});
for (let n = 0; n < Number(count); n += 1) await ws.review({ output: `${name} says nothing, ${n}` });
await ws.close();
