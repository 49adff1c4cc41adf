import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isCalledOften } from "../../src/surfaces/cli/for-server.js";
import { tree } from "../../src/surfaces/cli/tree.js";
import { whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";

const record = ["--result", "success", "--duration", "5s", "--errors", "0", "--retries", "0"];

/**
 * Every verb that is called often, each after what it refers to. But for `gate`, whose engine for patterns is
 * large.
 */
const commands: Readonly<Record<string, readonly string[]>> = {
  record,
  status: [],
  "check-tool": ["Bash", "--command", "npm test"],
  brief: ["--role", "coder", "--task", "Add OAuth to the login"],
  ack: ["answer.md", "--brief", "BRIEF"],
  plan: ["Add OAuth to the login", "--task-id", "bd-1"],
  complete: ["bd-1", "--summary", "OAuth with Google, split by feature"],
  deliberate: ["answer.md", "--role", "judge", "--run", "r-1"],
  search: ["validate request bodies"],
};

const lessons = [
  ["lessons", "add", "Never force-push a shared branch", "--tools", "Bash", "--forbid", "git push --force"],
  [
    "lessons",
    "add",
    "Validate every request body with a schema",
    "--roles",
    "coder",
    "--must",
    "use a schema",
  ],
];

const failed = ["record", "--result", "failure", "--duration", "40m", "--errors", "3", "--retries", "2"];

class Project {
  readonly #folder = tempFolder();
  readonly #data = join(this.#folder, "data");
  #brief = "";

  constructor() {
    mkdirSync(join(this.#folder, ".git"));
    writeFileSync(join(this.#folder, "answer.md"), "D1: followed. Close the handle in a finally block.\n");
  }

  async call(args: readonly string[]): Promise<void> {
    const given = args.map((word) => (word === "BRIEF" ? this.#brief : word));
    const env = { WHETSTONE_DATA_DIR: this.#data };
    const ended = await whetstone([...given, "--json"], { cwd: this.#folder, env });
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    if (args[0] === "brief") this.#brief = JSON.parse(ended.stdout).id;
  }

  /** Code is kept from the second call on: the first one makes the folder for it. */
  async callAll(): Promise<void> {
    await this.call(["record", ...record]);
    for (const [command, args] of Object.entries(commands)) await this.call([command, ...args]);
  }

  /** The files that a command loaded: its code of each is kept under both their names. */
  filesLoaded(): Record<string, readonly string[]> {
    const code = join(this.#data, ".code");
    const kept = existsSync(code) ? readdirSync(code).flatMap((build) => readdirSync(join(code, build))) : [];
    const loadedBy = (command: string) =>
      kept.filter((name) => name.startsWith(`${command}.`)).map((name) => name.split(".")[1] ?? "");
    return Object.fromEntries(Object.keys(commands).map((command) => [command, loadedBy(command).sort()]));
  }
}

const [core, often] = [["core"], ["core", "often"]];
const asOften = { ack: often, brief: often, complete: often, deliberate: often, plan: often, record: often };

it("the commands that are looked at here are those that programs call often", () => {
  const called = Object.keys(tree).filter((command) => isCalledOften([command]));
  expect(called.sort()).toEqual([...Object.keys(commands), "gate", "hook", "mcp", "serve"].sort());
});

it("a command that is called often loads the files made for it, in a project without lessons", async () => {
  const project = new Project();
  await project.callAll();
  const files = { ...asOften, search: often, "check-tool": core, status: core };
  expect(project.filesLoaded()).toEqual(files);
});

it("and no other file in a project with lessons and enforced directives", async () => {
  const project = new Project();
  for (const task of ["bd-2", "bd-3", "bd-4"])
    await project.call([...failed, "--strategy", "Split by file type", "--task", task]);
  for (const words of lessons) await project.call([...words, "--enforce", "--by", "maintainer"]);
  await project.callAll();
  // Reading command lines is most of what an enforced directive needs.
  const files = { ...asOften, search: often, "check-tool": often, status: core };
  expect(project.filesLoaded()).toEqual(files);
});
