/** Started by the vectors bench: fills one index with made-up vectors and answers what it is asked. */
import { resolve } from "node:path";
import { importTypeScript } from "../../scripts/generated/import-typescript.mjs";

const [kind, size, folder] = process.argv.slice(2);
const [rows, dimensions, limit, project] = [Number(size), 256, 200, "bench"];
const room = await importTypeScript(resolve(import.meta.dirname, "../.."), "bench/retrieval/room.ts");
const model = { name: "made-up", dimensions };
const answers = { nearest, all, recall, memory };
const asked = { queries: 0 };

const index = await opened().catch((error) => error);
if (index instanceof Error) process.send({ problem: index.message });
else {
  await fill();
  await nearest();
  process.send(memory());
  process.on("message", async (what) => process.send(await answers[what]()));
}

async function opened() {
  return kind === "memory" ? new room.MemoryIndex(model) : room.LanceIndex.open(folder, model);
}

async function fill() {
  const step = 10_000;
  for (let from = 0; from < rows; from += step) {
    const batch = Array.from({ length: Math.min(step, rows - from) }, (_, at) => ({
      id: `lesson-${from + at}`,
      kind: "insight",
      vector: vectorOf(from + at),
    }));
    await index.upsert(project, batch);
  }
}

async function nearest() {
  asked.queries += 1;
  const vector = vectorOf(rows + asked.queries);
  const started = performance.now();
  await index.nearest(project, vector, { limit });
  return { ms: performance.now() - started };
}

/** Every vector compared in JavaScript: what WebAssembly saves. */
async function all() {
  asked.queries += 1;
  const vector = vectorOf(rows + asked.queries);
  const started = performance.now();
  cosinesOf(vector);
  return { ms: performance.now() - started };
}

function cosinesOf(vector) {
  const { values } = index.matrixOf(project).pack();
  const cosines = new Float64Array(rows);
  for (let row = 0, at = 0; row < rows; row += 1, at += dimensions) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let place = 0; place < dimensions; place += 4) {
      a += values[at + place] * vector[place];
      b += values[at + place + 1] * vector[place + 1];
      c += values[at + place + 2] * vector[place + 2];
      d += values[at + place + 3] * vector[place + 3];
    }
    cosines[row] = a + b + (c + d);
  }
  return cosines;
}

function trulyNearest(vector) {
  const cosines = cosinesOf(vector);
  const floor = Float64Array.from(cosines).sort().at(-limit);
  return new Set([...cosines.keys()].filter((row) => cosines[row] >= floor));
}

async function recall() {
  let found = 0;
  for (let query = 1; query <= 10; query += 1) {
    const vector = vectorOf(2 * rows + query);
    const best = trulyNearest(vector);
    const near = await index.nearest(project, vector, { limit });
    found += near.filter(({ id }) => best.has(Number(id.slice("lesson-".length)))).length / (10 * limit);
  }
  return { recall: found };
}

function memory() {
  return { megabytes: Math.round(process.memoryUsage.rss() / 2 ** 20) };
}

/** One of many subjects, mixed with something of its own: always the same for the same number. */
function vectorOf(number) {
  const [subject, own] = [numbers(1_000_003 * (number % Math.ceil(rows / 200))), numbers(number)];
  const vector = Float32Array.from({ length: dimensions }, () => subject() + own());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function numbers(seed) {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
