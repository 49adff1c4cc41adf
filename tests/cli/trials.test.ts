import { describe, expect, it } from "vitest";
import { commandLine } from "../support/command-line.js";
import { expectToFit } from "../support/published-schema.js";
import { tempFolder } from "../support/temp-folder.js";

const by = ["--by", "ada"];

/** A project in which two sessions failed alike and found out how it works; and the lesson of that. */
async function projectWithLesson(isEnabled = true) {
  const cwd = tempFolder();
  const env = { WHETSTONE_EVIDENCE_ENABLED: String(isEnabled) };
  const call = (args: readonly string[], input?: string) =>
    commandLine(args, { cwd, env, ...(input === undefined ? {} : { stdin: input }) });
  const said = async (...args: string[]) => {
    const ended = await call(args);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: "" });
    return ended.stdout.trimEnd();
  };
  const json = async (schema: string, ...args: string[]) => {
    const document = JSON.parse(await said(...args, "--json"));
    expectToFit(schema, document);
    return document;
  };
  const refusal = async (...args: string[]) => {
    const { code, stdout } = await call([...args, "--json"]);
    expect(code).toBe(2);
    return JSON.parse(stdout).error;
  };
  for (const session of ["past-1", "past-2"]) {
    const reflect = ["reflect", "--tool", "Bash", "--phase", session, "--task-id", session, "--run", session];
    await call([...reflect, "--input", "deploy site --fast", "--exit-code", "1"], "unknown option: --fast\n");
    await call([...reflect, "--input", "deploy site", "--exit-code", "0"], "ok\n");
  }
  const { lessons } = await json("lessons-list", "lessons", "list", "--kind", "failure");
  return { said, json, refusal, lesson: String(lessons[0].id) };
}

describe("trials on the command line", () => {
  it("a trial is started, listed and stopped on the command line, and each says what it changed", async () => {
    const { said, json, lesson } = await projectWithLesson();
    expect(await said("trial", "status")).toContain("No session with such a lesson is over yet.");
    const start = ["trial", "start", lesson, "--reason", "does it help?", ...by];
    expect(await json("trial-start", ...start)).toEqual({ lesson, changed: true, enabled: true });
    expect(await said(...start)).toBe(`${lesson} was shown already in half of the sessions`);
    expect(await json("trial-status", "trial", "status")).toMatchObject({
      all: false,
      lessons: [{ lesson, tried: true, measured: null }],
    });
    const listed = await said("trial", "status", lesson.slice(0, 12));
    expect(listed).toContain("a person tries it: shown in half of the sessions");
    expect(listed).not.toContain("How these sessions went otherwise");
    const { events } = await json("log", "log", "--type", "trial-started");
    expect(events).toMatchObject([{ actor: "ada", origin: "human" }]);
    const stop = ["trial", "stop", lesson, ...by];
    expect(await said(...stop)).toBe(`${lesson} is shown in its usual share of the sessions again`);
    expect(await said(...stop)).toBe(`${lesson} was not on trial, and nothing was changed`);
    expect(await json("trial-status", "trial", "status")).toMatchObject({ lessons: [{ tried: false }] });
  });

  it("a trial of all lessons is started and stopped on the command line without naming one", async () => {
    const { said, json } = await projectWithLesson();
    expect(await said("trial", "start", ...by)).toBe(
      "Every machine-made lesson is shown in half of the sessions",
    );
    expect(await said("trial", "status")).toContain("are shown in 50 % of the sessions at first.");
    expect(await json("trial-stop", "trial", "stop", ...by)).toEqual({
      lesson: null,
      changed: true,
      enabled: true,
    });
    expect(await said("trial", "status")).toContain("are shown in 80 % of the sessions at first.");
  });

  it("a trial that cannot be started is refused with the field that is wrong, and nothing is recorded", async () => {
    const { said, json, refusal, lesson } = await projectWithLesson();
    expect(await refusal("trial", "start", "failure-0000", ...by)).toMatchObject({
      field: "<lesson>",
      message: "there is no lesson 'failure-0000'",
    });
    const rule = await json("lessons-add", "lessons", "add", "Use tabs in every file of the project", ...by);
    expect(await refusal("trial", "start", rule.lesson, ...by)).toMatchObject({
      field: "<lesson>",
      message: expect.stringContaining("is not a failure lesson"),
    });
    expect(await refusal("trial", "start", lesson)).toMatchObject({ field: "origin" });
    expect(await refusal("trial", "start", lesson, "--reason", "", ...by)).toMatchObject({
      field: "--reason",
    });
    await said("lessons", "promote", lesson, "--reason", "it is right", ...by);
    expect(await refusal("trial", "start", lesson, ...by)).toMatchObject({
      field: "<lesson>",
      message: `a person stands behind '${lesson}', so it is shown in every session`,
    });
    const { events } = await json("log", "log", "--type", "trial-started");
    expect(events).toEqual([]);
  });

  it("a trial that is started while nothing is held out says so", async () => {
    const { said, lesson } = await projectWithLesson(false);
    expect(await said("trial", "start", lesson, ...by)).toBe(
      `${lesson} is on trial, but nothing is held out: the setting evidence.enabled is false`,
    );
  });
});
