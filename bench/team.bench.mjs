import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { interleaved } from "./interleaved.mjs";
import { withProject } from "./project.mjs";
import { bundledRoom } from "./sessions/bundled-room.mjs";
import { openBare } from "./team/bare.mjs";
import { startEmptyServer } from "./team/empty-server.mjs";
import { startHubProcess } from "./team/hub-process.mjs";
import { measureJoined } from "./team/joined.mjs";
import { timed } from "./timed.mjs";

export const question =
  "What does an append to PostgreSQL cost by the store and by a hub, compared with one bare statement; what do " +
  "idle clients cost a hub, and what does a verb cost in a project that is shared?";

const connections = 20;

export async function run({ quick }) {
  const folder = mkdtempSync(join(import.meta.dirname, "../.bench-room-"));
  try {
    const room = await bundledRoom(folder, join(import.meta.dirname, "team/room.ts"));
    const programs = room.findPostgres();
    if (programs === undefined) {
      console.log("There is no PostgreSQL on this machine, so nothing was measured.");
      return [];
    }
    const server = await room.startPostgres(programs, "on");
    try {
      return await withProject((place) => measure({ room, server, place, quick }));
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ room, server, place, quick }) {
  const projects = Array.from({ length: 50 }, (_, n) => `project-${n}`);
  const url = await server.newDatabase();
  const bare = await openBare(url, projects, connections);
  const store = room.openPostgres(url, 60_000, connections);
  const roster = room.openRoster(url);
  const newId = room.uuidV7(Date.now);
  const clients = 20;
  const keys = new Map();
  for (const project of projects)
    for (let client = 0; client < clients; client += 1)
      keys.set(`${project} ${client}`, await keyFor(room, roster, project, client));
  const hub = await startHubProcess(url, place);
  const empty = await startEmptyServer();
  const shapes = [
    { name: "20 clients, one project", writers: clients, events: quick ? 5 : 40, of: () => projects[0] },
    {
      name: "20 clients, fifty projects",
      writers: clients,
      events: quick ? 5 : 40,
      of: (client, n) => projects[(client * 7 + n) % projects.length],
    },
    {
      name: "20 clients on each of fifty projects",
      writers: clients * projects.length,
      events: quick ? 1 : 2,
      of: (client) => projects[client % projects.length],
    },
  ];
  const rows = [];
  try {
    for (const { name, writers, events, of } of shapes) {
      const all = (append) => timed(() => together(writers, events, of, append));
      const bareAll = () => all((project) => bare.append(project, sentEvent(newId())));
      const subjects = [
        ["the store", () => all((project) => writeOne(store, `store ${project}`, newId()))],
        ["pushes to a hub", () => all((project, client) => push(hub, keys, project, client, [newId()]))],
        // What any hub over HTTP has to share with its clients, on this machine.
        [
          "an empty HTTP server",
          () => all((project, client) => push(empty, keys, project, client, [newId()])),
        ],
      ];
      for (const [subject, runSubject] of subjects) {
        const row = await interleaved({
          ...{ name, subject, baseline: "bare statement", rounds: quick ? 1 : 3 },
          runSubject,
          runBaseline: bareAll,
        });
        rows.push(withRates(row, writers * events));
      }
    }
    const [batches, size] = quick ? [2, 50] : [8, 50];
    const ids = () => Array.from({ length: size }, () => newId());
    const row = await interleaved({
      ...{ name: "20 clients, one project", subject: "pushes of 50 events", baseline: "bare statement" },
      rounds: quick ? 1 : 3,
      runSubject: () =>
        timed(() =>
          together(clients, batches, shapes[0].of, (project, client) =>
            push(hub, keys, project, client, ids()),
          ),
        ),
      runBaseline: () =>
        timed(() =>
          together(clients, batches * size, shapes[0].of, (project) =>
            bare.append(project, sentEvent(newId())),
          ),
        ),
    });
    rows.push(withRates(row, clients * batches * size));
    await showIdle(hub, keys, projects, quick ? { clients: 50, seconds: 3 } : { clients: 500, seconds: 20 });
  } finally {
    await Promise.all([hub.stop(), empty.stop()]);
    await Promise.all([bare.close(), store.close(), roster.close()]);
  }
  rows.push(...(await measureJoined(room, quick)));
  return rows;
}

/**
 * What clients cost a hub that keep their connection and ask for news, each once in ten seconds: more often
 * than a client does. Twice the same time, after they have all asked once: flat is a ratio of 1.
 */
async function showIdle(hub, keys, projects, { clients, seconds }) {
  const ask = (client) => {
    const project = projects[client % projects.length];
    const key = keys.get(`${project} ${Math.floor(client / projects.length) % 20}`);
    return hub.call(key, "GET", `/v1/projects/${project}/pull?since=0&limit=1`);
  };
  for (let client = 0; client < clients; client += 1) await ask(client);
  const spell = async () => {
    const before = processorMs(hub.pid);
    for (let second = 0; second < seconds; second += 1) {
      const due = Array.from({ length: clients }, (_, client) => client).filter(
        (n) => n % 10 === second % 10,
      );
      await Promise.all([sleep(1_000), ...due.map(ask)]);
    }
    return { ms: processorMs(hub.pid) - before, kib: residentKiB(hub.pid) };
  };
  const [first, second] = [await spell(), await spell()];
  const share = (ms) => `${((100 * ms) / (seconds * 1_000)).toFixed(1)} %`;
  console.log(
    `${clients} idle clients, ${seconds} s and again ${seconds} s: memory of the hub ` +
      `${(second.kib / first.kib).toFixed(2)} of before (${Math.round(second.kib / 1024)} MiB), ` +
      `processor ${share(first.ms)}, then ${share(second.ms)}`,
  );
}

/** Processor time of a process so far, in ticks of 10 ms. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentKiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
}

async function keyFor(room, roster, project, client) {
  const invitation = { project, member: `member-${client}`, role: "developer", kind: "person", days: 1 };
  return (await room.invite(roster, invitation, new Date().toISOString())).key;
}

/** Each writer appends one after the other, all of them at the same time. */
async function together(writers, events, projectOf, append) {
  await Promise.all(
    Array.from({ length: writers }, async (_, client) => {
      for (let n = 0; n < events; n += 1) await append(projectOf(client, n), client);
    }),
  );
}

/** One event, one row and the marks, as the smallest write of the product has them. */
function writeOne(store, project, id) {
  return store.write(project, async (tx) => {
    const seq = (await tx.head()) + 1;
    const [row] = await tx.getRows([{ view: "v", key: "count" }]);
    await tx.append({ ...sentEvent(id), project, seq });
    await tx.putRows([{ view: "v", key: "count", row: { n: (row?.n ?? 0) + 1 } }]);
    await tx.setMarks({ v: { fingerprint: "1", position: seq } });
  });
}

function push(hub, keys, project, client, ids) {
  const key = keys.get(`${project} ${client % 20}`);
  return hub.call(key, "POST", `/v1/projects/${project}/push`, { events: ids.map(sentEvent) });
}

/** An event as a machine sends it, about 300 bytes. */
function sentEvent(id) {
  return {
    ...{ id, type: "error-recorded", at: "2026-01-02T03:04:05.678Z", actor: "claude", origin: "agent:coder" },
    ...{ task: `task-${id.slice(-2)}`, v: 1 },
    data: JSON.stringify({ message: `cannot find module './auth' in ${id}`, errorType: "unknown" }),
  };
}

function withRates(row, appends) {
  const perSecond = ({ median }) => Math.round((appends * 1000) / median);
  const share = 1 / row.ratio.median;
  return {
    ...row,
    note:
      `${perSecond(row.subjectMs)} against ${perSecond(row.baselineMs)} appends a second: ` +
      `${share.toFixed(2)} of the bare statement`,
  };
}
