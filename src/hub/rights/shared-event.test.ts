import { expect, it } from "vitest";
import { recordedEvents, recordings } from "../../../tests/support/recordings.js";
import { readEvent } from "../../log/events/catalog.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { admitEvent } from "./admit-event.js";
import { type Caller, keyKinds, roles } from "./roles.js";
import { cutFieldsOf, sharedEvent } from "./shared-event.js";

const ada: Caller = { member: "ada", kind: "person", role: "lead" };
const lessons = { caller: ada, share: "lessons", home: "/home/ada" } as const;
const recorded = recordings.flatMap((file) => recordedEvents(file, "test"));

function event(type: string, data: object): RecordedEvent {
  const envelope = { id: "1", project: "p", seq: 7, at: "2026-01-02T03:04:05.678Z", actor: "ada", v: 1 };
  return { ...envelope, type, origin: "human", data: JSON.stringify(data) };
}

it("raw outputs of tools stay on the machine, unless its person shares everything", () => {
  const error = event("error-recorded", {
    errorType: "unknown",
    message: "it broke",
    stackTrace: "at one.js",
    context: "npm test",
  });
  expect(cutFieldsOf(error)).toEqual(["stackTrace", "context"]);
  expect(JSON.parse(sharedEvent(error, lessons).data)).toEqual({ errorType: "unknown", message: "it broke" });
  expect(sharedEvent(error, { ...lessons, share: "everything" }).data).toBe(error.data);
});

it("keys and the home folder are masked in every text, and other folders are not", () => {
  const message = "/home/ada/src and /home/adam/src: ghp_0123456789abcdefghij0123 in /home/ada";
  const shared = sharedEvent(event("error-recorded", { errorType: "unknown", message }), lessons);
  expect(JSON.parse(shared.data).message).toBe("~/src and /home/adam/src: [secret removed] in ~");
  expect(
    sharedEvent(event("error-recorded", { errorType: "unknown", message: "a/b" }), { ...lessons, home: "/" })
      .data,
  ).toContain("a/b");
});

it("what a machine takes into its log is what the hub will make of it, whoever writes", () => {
  const callers = keyKinds.flatMap((kind) => roles.map((role) => ({ member: "ada", kind, role })));
  expect(recorded.length).toBeGreaterThan(100);
  for (const caller of callers)
    for (const each of recorded) {
      const { project, seq, ...sent } = sharedEvent(each, { ...lessons, caller });
      expect([project, seq]).toEqual([each.project, each.seq]);
      const admitted = admitEvent(caller, sent);
      if (!("refused" in admitted)) expect(admitted).toEqual(sent);
    }
});

it("an event that was shared can be read, in the version it was written in", () => {
  for (const each of recorded)
    expect(readEvent(sharedEvent(each, lessons))).toMatchObject({ id: each.id, type: each.type });
});
