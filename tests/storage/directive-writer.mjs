/**
 * A process that works on directives and says on standard output what was acknowledged.
 * Usage: directive-writer.mjs FOLDER NAME violate ID COUNT, or directive-writer.mjs FOLDER NAME grow
 */
import { writeSync } from "node:fs";
import { openWhetstone } from "whetstone";

const [folder, name, mode, id, count] = process.argv.slice(2);
// No limit of time may decide what this process reports, however busy the machine is.
const set = ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000", "store.busyWaitMs=300000"];
const ws = await openWhetstone({ root: folder, env: { HOME: folder }, set, actor: name, origin: "human" });
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const told = (error) => ({ error: error.code ?? String(error), message: error.message });

say({ ready: true });
if (mode === "violate") await violate();
else await grow();
await ws.close();

/** A reviewer's verdicts, each in a run of its own. */
async function violate() {
  const output = `DIRECTIVE_COMPLIANCE\nVIOLATED:${id} evidence=src/a.ts:1\n`;
  for (let n = 0; n < Number(count); n += 1) {
    const { compliance } = await ws
      .review({ phase: "shared", run: `${name}-${n}`, output })
      .catch((error) => ({
        compliance: told(error),
      }));
    say({ run: `${name}-${n}`, ...compliance });
  }
}

/** Directives of every kind, one after the other, until it is killed. */
async function grow() {
  for (let n = 0; ; n += 1) {
    const text = `Rule ${n} of ${name} concerns the part called ${name}x${n}`;
    const { lesson, status } = await ws.lessons.add({ text });
    say({ lesson, status });
    const hardened = await ws.lessons.harden({
      lesson,
      appliesToAgents: ["coder"],
      requiredActions: ["do it"],
    });
    say({ lesson, status: hardened.status });
    const other = await ws.lessons.add({
      text: `Habit ${n} of ${name} concerns the place called ${name}y${n}`,
    });
    say({ lesson: other.lesson, status: other.status });
    say({
      lesson: other.lesson,
      status: (await ws.lessons.activate({ lesson: other.lesson, reason: "clear" })).status,
    });
  }
}
