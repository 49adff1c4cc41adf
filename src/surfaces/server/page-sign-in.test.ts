import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { PageSignIns } from "./page-sign-in.js";

const ada = { actor: "ada", roots: ["/shop"] };

function signIns(file = join(tempFolder(), "sign-ins.json")) {
  const time = { now: 1_800_000_000_000 };
  const made = new PageSignIns(file, () => time.now);
  const signIn = () => {
    const done = made.signIn(made.newCode(ada));
    if (done === undefined) throw new Error("a new code does not work");
    return done;
  };
  return { file, time, made, signIn };
}

it("a code signs in once, and within a minute", () => {
  const { made, time } = signIns();
  const code = made.newCode(ada);
  expect(made.signIn(code)?.person).toEqual(ada);
  expect(made.signIn(code)).toBeUndefined();
  const late = made.newCode(ada);
  time.now += 60_000;
  expect(made.signIn(late)).toBeUndefined();
});

it("a cookie is known for a week, also to a server that starts later", () => {
  const { file, made, time, signIn } = signIns();
  const { cookie } = signIn();
  expect(new PageSignIns(file, () => time.now).of(cookie)).toMatchObject(ada);
  time.now += 7 * 24 * 3_600_000 - 1;
  expect(made.of(cookie)).toMatchObject(ada);
  time.now += 1;
  expect(made.of(cookie)).toBeUndefined();
});

it("the key of one cookie is not that of another", () => {
  const { made, signIn } = signIns();
  const [one, other] = [signIn(), signIn()];
  expect(made.hasKey(one.cookie, one.key)).toBe(true);
  expect(made.hasKey(one.cookie, other.key)).toBe(false);
  expect(made.hasKey("", one.key)).toBe(false);
});

it("of more browsers than one person uses the first is signed out, not the last", () => {
  const { made, signIn } = signIns();
  const all = Array.from({ length: 21 }, signIn);
  expect(all.map(({ cookie }) => made.of(cookie) !== undefined)).toEqual(all.map((_each, n) => n > 0));
});

it("a damaged file signs everybody out and can be signed in to again", () => {
  const { file, made, signIn } = signIns();
  const { cookie } = signIn();
  for (const damage of ["{", '[{"cookie":1}]', "[null]"]) {
    writeFileSync(file, damage);
    expect(made.of(cookie)).toBeUndefined();
  }
  expect(made.of(signIn().cookie)).toMatchObject(ada);
});
