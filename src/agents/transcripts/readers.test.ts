import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { entriesOf, homeWithTranscripts, transcriptsIn } from "../../../tests/support/transcripts.js";
import type { Entry } from "./transcript.js";

const project = "/project";

async function read(agent: string) {
  const { transcripts, faults } = await transcriptsIn(await homeWithTranscripts(project), { agent });
  return { transcripts, entries: entriesOf(transcripts, faults), faults };
}

const shown = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => {
    if (entry.kind === "tokens") return [];
    if (entry.kind === "answered") return ["answered"];
    if (entry.kind === "prompt") return [`prompt: ${entry.text}`];
    const { use, facts, run, session } = entry.moment;
    return [`${run === session ? "" : "agent: "}${use.tool} ${use.input} ${JSON.stringify(facts)}`];
  });

const missing = expect.stringContaining('npm error Missing script: "tests"');

it("a session of Claude Code is read with its prompts, its calls, a refused one and its agent's", async () => {
  const { transcripts, entries, faults } = await read("claude-code");
  expect(transcripts.map(({ folder }) => folder)).toEqual([project, project, project]);
  expect(new Set(transcripts.map(({ session }) => session)).size).toBe(2);
  expect(shown(entries)).toMatchInlineSnapshot(`
    [
      "prompt: run the tests please",
      "Bash echo hello {"exitCode":0}",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "Read /project/a.ts {"isError":false}",
      "Edit /project/a.ts {"isError":true}",
      "Edit /project/a.ts {"isError":false}",
      "Bash curl -s http://127.0.0.1:1/ {"hookBlocked":true}",
      "Agent {"description":"sub","prompt":"SUBTASK-MARK build it","subagent_type":"general-purpose"} {"isError":false}",
      "answered",
      "agent: Bash npm run biuld {"exitCode":1}",
      "answered",
      "prompt: check again please",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "answered",
    ]
  `);
  expect(entries.find(({ kind }) => kind === "tokens")).toMatchObject({ written: 20 });
  const failed = entries.find((entry) => entry.kind === "call" && entry.moment.facts.exitCode === 1);
  expect(failed).toMatchObject({ moment: { output: missing } });
  expect(faults).toMatchObject({ damagedLines: 0, files: [] });
});

it("a session of Codex is read with the exit codes that its hooks do not report", async () => {
  const { entries, faults } = await read("codex");
  expect(shown(entries)).toMatchInlineSnapshot(`
    [
      "prompt: run the tests please",
      "Bash echo hello {"exitCode":0}",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "Edit a.ts {}",
      "Edit a.ts {}",
      "Edit a.ts {"exitCode":0}",
      "answered",
      "prompt: check again please",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "answered",
    ]
  `);
  const [, failed] = entries.filter(({ kind }) => kind === "call");
  expect(failed).toMatchObject({ moment: { output: missing } });
  expect(faults).toMatchObject({ damagedLines: 0, files: [] });
});

it("a session of Gemini CLI is read with each call once", async () => {
  const { entries, faults } = await read("gemini");
  expect(shown(entries)).toMatchInlineSnapshot(`
    [
      "prompt: run the tests please",
      "Bash echo hello {"exitCode":0}",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "Edit /project/a.ts {"isError":false}",
      "Edit /project/a.ts {"isError":true}",
      "Read /project/gone.ts {"isError":true}",
      "answered",
      "prompt: check again please",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "answered",
    ]
  `);
  expect(faults).toMatchObject({ damagedLines: 0, files: [] });
});

it("a session of OpenCode is read from its database, with a refused call and its agent's", async () => {
  const { entries, faults } = await read("opencode");
  expect(shown(entries)).toMatchInlineSnapshot(`
    [
      "prompt: "run the tests please"",
      "Bash echo hello {"exitCode":0}",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "Read /project/a.ts {"isError":false}",
      "Edit /project/a.ts {"isError":true}",
      "Edit /project/a.ts {"isError":false}",
      "Bash curl -s http://127.0.0.1:1/ {"rejected":true}",
      "agent: Bash npm run biuld {"exitCode":1}",
      "Agent {"description":"sub","prompt":"SUBTASK-MARK build it","subagent_type":"general"} {"isError":false}",
      "answered",
      "prompt: "check again please"",
      "Bash npm run tests {"exitCode":1}",
      "Bash npm run test {"exitCode":0}",
      "answered",
    ]
  `);
  expect(faults).toMatchObject({ damagedLines: 0, files: [] });
});

it("the folders that an agent's own variables name are read instead of the usual ones", async () => {
  const home = await homeWithTranscripts(project);
  const env = {
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    CODEX_HOME: `${home}/.codex`,
    XDG_DATA_HOME: `${home}/.local/share`,
    GEMINI_CLI_HOME: home,
  };
  const { transcripts } = await transcriptsIn(tempFolder(), { env });
  expect(new Set(transcripts.map(({ agent }) => agent)).size).toBe(4);
});

it("the entries of all agents come in the order of their times", async () => {
  const { transcripts } = await transcriptsIn(await homeWithTranscripts(project));
  const times = entriesOf(transcripts).map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.length).toBeGreaterThan(60);
});

it("a call is told with its folder, its branch and what stood in a file before", async () => {
  const { entries } = await read("claude-code");
  const calls = entries.filter((entry) => entry.kind === "call");
  expect(calls[0]).toMatchObject({ branch: "master", moment: { root: project } });
  const edit = calls.find(({ moment }) => moment.use.writes && moment.facts.isError === false);
  expect(edit?.moment.use.edits).toEqual([
    { file: "/project/a.ts", before: "export const a = 1;", after: "export const a = 2;", whole: false },
  ]);
  const gemini = (await read("gemini")).entries.filter((entry) => entry.kind === "call");
  const written = gemini.find(({ moment }) => moment.use.writes);
  expect(written?.moment.use.edits).toMatchObject([{ before: "export const b = 1;", whole: false }]);
});
