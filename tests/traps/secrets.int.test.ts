import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadHosts } from "../../src/agents/agent.js";
import { agents } from "../../src/agents/agents.js";
import { viewNames } from "../../src/surfaces/pages/place.js";
import { describePostgres } from "../support/describe-postgres.js";
import { hubOn } from "../support/hub.js";
import { memberInTemp } from "../support/member.js";
import { signIn } from "../support/pages.js";
import { type PlayedHost, playedBy, playedHosts } from "../support/planted/hosts.js";
import { type PlantedSecret, plantedSecrets } from "../support/planted/secrets.js";
import { nameOf } from "../support/planted/texts.js";
import { serverInTemp } from "../support/server.js";

/** 40 forms, five of each. */
const secrets = plantedSecrets(5);

/** Each form comes in by every door and by every host. */
function doorsOf(at: number): readonly string[] {
  const names = Object.keys(doors);
  return names.filter((_, door) => door % 5 === at % 5);
}
const hostOf = (at: number) => playedHosts[(at + Math.floor(at / 5)) % playedHosts.length];

type Door = (play: PlayedHost, session: string, name: string, planted: PlantedSecret) => Promise<unknown>;

const oneLine = (text: string) => text.replaceAll("\n", " ");

const doors: Readonly<Record<string, Door>> = {
  "a command": async (play, session, name, { written }) => {
    await play.before(session, `bin/${name} till ${written}`);
    await play.fails(session, `bin/${name} till ${written}`, `error: ${name} is broken`);
    await play.works(session, `bin/${name} till --again ${written}`, "done");
  },
  "an error line": async (play, session, name, { written }) => {
    await play.fails(session, `bin/${name} page`, `error: ${oneLine(written)} is refused`);
    await play.works(session, `bin/${name} page --again`, "done");
  },
  "an output": async (play, session, name, { written }) => {
    await play.works(session, `bin/${name} list`, `one\n${written}\ntwo`);
    await play.fails(session, `bin/${name} list --all`, `one\n${written}\nerror: ${name} is broken`);
  },
  "a prompt": async (play, session, _name, { written }) =>
    play.prompt(session, `From now on always ship the till with ${written} in this project.`),
  "a first prompt": async (play, session, name, { written }) =>
    play.prompt(`${session}-${name}`, `Ship with ${written}, please`),
  "the name of a file": async (play, session, name, { secret }) => {
    await play.fails(session, `cat keys/${secret}.pem`, `cat: keys/${secret}.pem: No such file or directory`);
    await play.works(session, `cat keys/${name}.pem`, "done");
  },
};
/** The name of a file is no place that makes a word secret, and a here-document is one on a command line alone. */
function isPlace({ form, isByLook }: PlantedSecret, door: string): boolean {
  return door === "the name of a file" ? isByLook : form !== "a here-document" || door === "a command";
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry?.isDirectory() === true) return filesUnder(path);
    return entry?.isFile() === true ? [path] : [];
  });
}

describePostgres("of 200 secrets that agents and people type and programs print", (server) => {
  it("none is in the database, a backup, an export, the hub, a page, an answer, a log or a prompt", async () => {
    const database = await server().newDatabase();
    const hub = await hubOn(database);
    const ada = memberInTemp("ada");
    await ada.json(["lessons", "add", "Run the linter before every commit.", "--by", "ada"]);
    const key = await hub.keyFor("shop", "ada", "lead");
    expect((await ada.atTerminal(`team join ${hub.url} --key-file ${ada.keyFile(key)} --yes`)).code).toBe(0);
    const {
      call,
      token,
      server: local,
    } = await serverInTemp({
      home: ada.home,
      hosts: await loadHosts(agents),
      set: ["team.share=everything", "evidence.enabled=false"],
    });
    const told: string[] = [];
    for (const host of playedHosts) {
      const address = `/v1/hooks/${host}?from=${encodeURIComponent(ada.root)}`;
      const play = playedBy(host, ada.root, async (payload) => {
        const { body } = await call(address, payload, { token });
        told.push(JSON.stringify(body) ?? "");
        return body;
      });

      for (const session of [`${host}-one`, `${host}-two`]) {
        await play.start(session);
        for (const [at, planted] of secrets.entries())
          for (const title of hostOf(at) === host ? doorsOf(at) : [])
            if (isPlace(planted, title)) await doors[title]?.(play, session, nameOf(at), planted);
        await play.end(session);
      }
    }
    const every = [
      ["lessons", "list", "--all"],
      ["lessons", "review"],
      ["today"],
      ["status"],
      ["report"],
      ["sessions"],
      ["log"],
      ["brief", "--role", "coder"],
      ["doctor"],
      ["team", "sync"],
      ["team", "status"],
      ["export"],
    ];
    const answers = [];
    for (const args of every) {
      const { stdout, stderr } = await ada.run(args.includes("export") ? args : [...args, "--json"]);
      answers.push(stdout, stderr);
    }
    for (const format of ["html", "markdown"])
      answers.push((await ada.run(["report", "--format", format])).stdout);
    await ada.run(["back-up"]);
    const { body } = await call("/v1/sign-in/code", { root: ada.root, actor: "ada" });
    const { cookie } = await signIn(local.url, (body as { code: string }).code);
    const headers = { cookie: `${cookie.name}=${cookie.value}` };
    const pages = [];
    for (const view of viewNames)
      pages.push(await (await fetch(`${local.url}/project/${view}`, { headers })).text());
    const files = filesUnder(ada.home).map((file) => readFileSync(file, "latin1"));
    // Row-level security hides rows from everybody but an administrator.
    const dump = server().tool("pg_dump", ["--schema=whetstone", database.replace("member@", "whetstone@")]);
    const places = { told, answers, pages, files, hub: [dump] };
    const found = Object.entries(places).map(([place, texts]) => {
      const all = texts.join("\n");
      const read = secrets.flatMap(({ secret, form }, at) =>
        all.includes(secret) ? [`${form} by ${doorsOf(at).join(" or ")}`] : [],
      );
      return { place, isTried: all.includes("till"), read: [...new Set(read)] };
    });
    expect(found).toEqual(found.map(({ place }) => ({ place, isTried: true, read: [] })));
  });
});
