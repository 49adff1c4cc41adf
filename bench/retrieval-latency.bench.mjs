import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { importTypeScript } from "../scripts/generated/import-typescript.mjs";
import { interleaved } from "./interleaved.mjs";
import { corpus, tasks } from "./retrieval/corpus.mjs";
import { plainScan } from "./retrieval/plain-scan.mjs";
import { timed } from "./timed.mjs";

export const question =
  "What does a search cost compared with a plain scan of the vectors, warm and cold, as lessons grow?";

const root = resolve(import.meta.dirname, "..");
const modelsFolder = join(root, "models");
const project = "bench";

export async function run({ quick }) {
  const room = await importTypeScript(root, "bench/retrieval/room.ts");
  const vocabulary = new room.WordTable(join(modelsFolder, "static-deb-256", "static.bin")).words();
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  const rows = [];
  try {
    const bundle = await bundled();
    for (const size of quick ? [1_000] : [1_000, 10_000, 100_000]) {
      const lessons = corpus(vocabulary, size);
      const queries = tasks(lessons, vocabulary, 50);
      const bench = {
        room,
        lessons,
        queries,
        rounds: quick ? 5 : 41,
        folder: join(folder, String(size)),
        bundle,
      };
      rows.push(...(await warm(bench)), ...(await cold(bench)), ...(await stored(bench)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/** Written below node_modules, so that external packages are found. */
async function bundled() {
  const outfile = join(root, "node_modules/.cache/whetstone-scripts", `${process.pid}-cold-room.mjs`);
  const options = {
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  };
  await build({ ...options, entryPoints: [join(root, "bench/retrieval/room.ts")], outfile });
  process.once("exit", () => rmSync(outfile, { force: true }));
  return outfile;
}

function open({ room, folder }, changes = {}) {
  const settings = { ...room.defaults.retrieval, ...changes };
  return room.openSearch({ dataFolder: folder, modelsFolder, downloaded: [folder], settings });
}

/** Always in memory; `stored` measures LanceDB. */
async function warm(bench) {
  const { room, lessons, queries, rounds, folder } = bench;
  const name = `${lessons.length} lessons`;
  const search = await open(bench, { vectorStore: "memory" });
  const builtMs = await applied(search, lessons);
  const facts = new Map(lessons.map(({ id, text }) => [id, { id, text, maturity: 1, applied: 1 }]));
  const embedder = room.openStaticEmbedder(join(modelsFolder, "static-deb-256"));
  const vectors = await embedder.embed(lessons.map(({ text }) => text));
  const values = Float32Array.from({ length: lessons.length * embedder.dimensions });
  for (const [row, { vector }] of vectors.entries()) values.set(vector, row * embedder.dimensions);
  const asked = await embedder.embed(queries);
  const next = cycleThrough(queries);
  const nextVector = cycleThrough(asked);
  const scan = () => timed(async () => plainScan(values, nextVector().vector));
  const ranked = async () => {
    const text = next();
    const { candidates, alike } = await search.find(project, { text });
    return room.rankLessons({
      query: text,
      candidates,
      facts,
      cap: 8,
      settings: room.defaults.retrieval,
      alike,
    });
  };
  const common = { name, baseline: "plain scan", rounds, runBaseline: scan };
  const rows = [
    await interleaved({ ...common, subject: "search and rank, warm", runSubject: () => timed(ranked) }),
    await interleaved({
      ...common,
      subject: "embed the query",
      runSubject: () => timed(() => embedder.embed([next()])),
    }),
    await interleaved({
      ...common,
      subject: "nearest, warm",
      runSubject: () => timed(() => search.nearest(project, next(), { limit: 8 })),
    }),
    await interleaved({
      ...common,
      subject: "catch up with 100",
      rounds: Math.min(rounds, 9),
      runSubject: () => applied(search, lessons.slice(0, 100)),
    }),
  ];
  await search.close();
  const rate = `built at ${Math.round((lessons.length * 1000) / builtMs)} lessons a second`;
  const size = `${(room.folderSize(folder) / 2 ** 20).toFixed(1)} MB on disk`;
  return [{ ...rows[0], note: `${rate}, ${size}` }, ...rows.slice(1)];
}

/** A separate process that opens the saved index and searches once. */
async function cold({ lessons, queries, rounds, folder, bundle }) {
  const script = join(root, "bench/retrieval/cold-search.mjs");
  const steps = [];
  const row = await interleaved({
    name: `${lessons.length} lessons`,
    subject: "search, cold process",
    baseline: "node -e 0",
    rounds: Math.min(rounds, 9),
    runSubject: () =>
      timed(async () => {
        const result = spawnSync(process.execPath, [script, bundle, folder, queries[0]]);
        steps.push(JSON.parse(result.stdout.toString()));
      }),
    runBaseline: () => timed(async () => spawnSync(process.execPath, ["-e", "0"])),
  });
  const middle = (field) =>
    steps.map((step) => step[field]).sort((a, b) => a - b)[Math.floor(steps.length / 2)];
  return [
    {
      ...row,
      note: `load ${middle("loadMs").toFixed(0)} ms, first search ${middle("findMs").toFixed(0)} ms`,
    },
  ];
}

/** The same with vectors only in LanceDB, if it is installed. */
async function stored(bench) {
  const { room, lessons, queries, rounds, folder } = bench;
  const search = await open(
    { ...bench, folder: `${folder}-lance` },
    { vectorStore: "lancedb", matrixMaxLessons: 0 },
  );
  const { notes } = await search.status(project);
  if (notes.length > 0) {
    console.log(`Without LanceDB: ${notes.join("; ")}`);
    return [];
  }
  const builtMs = await applied(search, lessons);
  const memory = await open({ ...bench, folder: `${folder}-memory` }, { vectorStore: "memory" });
  await applied(memory, lessons);
  const next = cycleThrough(queries);
  const nearest = (subject) => () => timed(() => subject.nearest(project, next(), { limit: 8 }));
  const row = await interleaved({
    name: `${lessons.length} lessons`,
    subject: "nearest in LanceDB",
    baseline: "nearest in memory",
    rounds: Math.min(rounds, 21),
    runSubject: nearest(search),
    runBaseline: nearest(memory),
  });
  await search.close();
  const live = lessons.length * 256 * 4;
  const size = room.folderSize(join(`${folder}-lance`, "vectors/patterns.lance"));
  const rate = `built at ${Math.round((lessons.length * 1000) / builtMs)} a second`;
  return [{ ...row, note: `${rate}, ${(size / live).toFixed(2)} × live data` }];
}

async function applied(search, lessons) {
  const step = 1_000;
  return timed(async () => {
    for (let from = 0; from < lessons.length; from += step) {
      const upserts = lessons.slice(from, from + step);
      await search.apply(project, { upserts, removals: [], position: from + upserts.length });
    }
    await search.find(project, { text: "warm" });
  });
}

function cycleThrough(list) {
  let turn = 0;
  return () => {
    turn += 1;
    return list[turn % list.length];
  };
}
