import { expect, it } from "vitest";
import { statedRules } from "./plain-forms.js";

const textsIn = (prompt: string) => statedRules(prompt).map(({ text }) => text);

it.each([
  ["Always run the linter before you commit"],
  ["never `npm link` a working copy"],
  ["You must always ask before you install something"],
  ["we never commit .env files here"],
  ["confirm with me before pushing, going forward"],
  ["Antworte ab jetzt auf Deutsch"],
  ["Dorénavant tu réponds en français"],
  ["use uv instead of python"],
  ["We use pnpm here, not npm"],
  ["don't open pull requests without asking me"],
  ["I don't want more summary files unless I ask for them"],
  ["we don't use yarn any more"],
  ["stop using made-up fixtures"],
])("a plain form states a rule: %s", (prompt) => {
  expect(textsIn(prompt)).toEqual([prompt]);
});

it.each([
  ["a question", "do you always run the tests before you commit?"],
  ["for this once", "don't push without asking me this time"],
  ["for now", "never mind the linter, always run only the unit tests for now"],
  ["a report", "it always fails when I run it twice"],
  ["a memory", "we never had this problem before the upgrade"],
  ["what is built", "the submit button should always be visible"],
  ["a step", "don't change any code yet"],
  ["an exchange in what is built", 'instead of "Location:", use a folder icon'],
  ["too little", "always fix"],
  ["pasted from elsewhere", "here is the review:\nAlways sanitize before rendering."],
  ["code", "```\nAlways sanitize before rendering.\n```"],
  ["written by a program", "<task-notification>Always run the tests first</task-notification>"],
])("%s states no rule", (_, prompt) => {
  expect(textsIn(prompt)).toEqual([]);
});

it("a rule is the sentence in the person's words, without the words that open it", () => {
  expect(textsIn("ok, and please always run the linter before you commit. Then add the field.")).toEqual([
    "always run the linter before you commit.",
  ]);
});

it("at most three rules are heard in one prompt", () => {
  const verbs = ["run the linter", "write a test", "ask me", "update the docs"];
  expect(textsIn(verbs.map((verb) => `Always ${verb} before you commit.`).join(" "))).toHaveLength(3);
});

it("a prompt that describes a task at length states none", () => {
  const steps = Array.from({ length: 20 }, (_, step) => `Add field ${step} to the form.`);
  expect(textsIn([...steps, "Always validate the input first."].join(" "))).toEqual([]);
});

it("no pasted text of any form is taken for a rule", () => {
  const parts = ["never ", "always run ", "we use ", "a, not b ", '"', "`", "("];
  for (const part of parts) expect(textsIn(part.repeat(5_000))).toEqual([]);
});
