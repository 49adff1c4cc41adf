import { expect, it } from "vitest";
import { dataOf } from "../../../tests/support/host-session.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { collect, openInTemp } from "../../../tests/support/whetstone.js";
import type { EventData } from "../../log/events/catalog.js";
import type { Context } from "../../verbs/call/context.js";
import { handleFor } from "../../verbs/frame/handle.js";
import { failureId } from "./rules/identity.js";

const [tests, deploy, lint] = ["bash npm::tst", "bash deploy::fsat", "bash lint::missing"].map(failureId);
const about = { actor: "tester", origin: "human" };

/** A log with three failures as a former version read them: without keys, and so without pairs. */
async function formerLog(): Promise<readonly string[]> {
  const ledger = ledgerOver();
  await ledger.write(async (writer) => {
    for (const session of ["s-1", "s-2", "s-3", "s-4", "s-5"])
      for (const name of ["bash npm::tst", "bash deploy::fsat", "bash lint::missing"]) {
        const text = `Bash \`${name}\` failed: error: unknown`;
        const failed = {
          tool: "Bash",
          result: "failure",
          by: "host",
          because: "exit code 1",
          kind: "call",
        } as const;
        const data = {
          ...failed,
          phase: session,
          signature: name,
          cause: "error: unknown",
          input: name,
          text,
        };
        await writer.append({ type: "reflection-recorded", data, run: session, task: session, ...about });
      }
    const draw = { moment: "start", shown: true, probability: 0.5, failed: true, worked: false } as const;
    const ended: EventData<"trial-session-ended"> = {
      session: "s-5",
      cause: "task",
      draws: [{ lesson: tests ?? "", ...draw }],
    };
    await writer.append({ type: "trial-session-ended", data: ended, ...about });
    const word = { lesson: deploy ?? "", reason: "deploy on Fridays only" };
    await writer.append({ type: "lesson-promoted", data: word, ...about });
    const retired = { lesson: lint ?? "", reason: "nobody lints" };
    await writer.append({ type: "lesson-retired", data: retired, ...about });
    await writer.append({ type: "lesson-activated", data: retired, ...about });
  });
  return collect(handleFor({ ledger } as Context).export());
}

async function withFormerLog() {
  const ws = await openInTemp();
  await ws.import({ lines: [...(await formerLog())], keepOrigins: true });
  const stateOf = async (lesson = "") => (await ws.lessons.history({ lesson })).lesson.state;
  return { ws, stateOf };
}

it("lessons that a former version made are put away once, in one event that explain shows", async () => {
  const { ws, stateOf } = await withFormerLog();
  expect(await stateOf(tests)).toBe("unsolved");
  expect(JSON.stringify(await ws.today())).toContain("npm::tst");
  await ws.endSilentPhases();
  await ws.endSilentPhases();
  expect(await dataOf(ws, "lessons-superseded")).toMatchObject([{ lessons: [tests] }]);
  expect(await stateOf(tests)).toBe("retired");
  expect(JSON.stringify(await ws.today())).not.toContain("npm::tst");
  const { answer, events } = await ws.explain({ id: tests ?? "" });
  expect(answer.join("\n")).toContain("learned before the calls themselves were kept");
  expect(events.map(({ type }) => type)).toContain("lessons-superseded");
});

it("a former lesson that a person vouched for or brought back stays", async () => {
  const { ws, stateOf } = await withFormerLog();
  const before = [await stateOf(deploy), await stateOf(lint)];
  await ws.endSilentPhases();
  expect([await stateOf(deploy), await stateOf(lint)]).toEqual(before);
});

it("a person undoes it, and it is not done again; the trial of the lesson ends as not known", async () => {
  const { ws, stateOf } = await withFormerLog();
  const sessionsOf = async () => (await ws.trial.status()).lessons.map(({ lesson }) => lesson);
  expect(await sessionsOf()).toEqual([tests]);
  await ws.endSilentPhases();
  expect(await sessionsOf()).toEqual([]);
  await ws.lessons.undo({ lesson: tests ?? "", reason: "it still holds" });
  expect(await stateOf(tests)).toBe("unsolved");
  await ws.endSilentPhases();
  expect(await stateOf(tests)).toBe("unsolved");
});

it("what it put away is the same after a rebuild, elsewhere, and where it was told of other lessons", async () => {
  const { ws, stateOf } = await withFormerLog();
  await ws.endSilentPhases();
  await ws.rebuild();
  expect(await stateOf(tests)).toBe("retired");
  const other = await openInTemp();
  await other.import({ lines: await collect(ws.export()), keepOrigins: true });
  expect((await other.lessons.history({ lesson: tests ?? "" })).lesson.state).toBe("retired");
  await ws.lessons.forget({ lesson: tests ?? "", reason: "it names a customer" });
  expect(JSON.stringify(await collect(ws.export()))).not.toContain("npm::tst");
});
