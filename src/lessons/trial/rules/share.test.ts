import { describe, expect, it } from "vitest";
import { type ShareFacts, type ShareSettings, shareOf } from "./share.js";

const facts: ShareFacts = {
  isVouched: false,
  moment: "start",
  sessions: 0,
  verdict: null,
  isTried: false,
  isProjectTried: false,
};
const settings: ShareSettings = { enabled: true, share: 0.8, holdOut: "everywhere" };
const share = (changes: Partial<ShareFacts>, others: Partial<ShareSettings> = {}) =>
  shareOf({ ...facts, ...changes }, { ...settings, ...others });

describe("the share of sessions that are shown a lesson", () => {
  it("is that of the settings at first, and 95 % once it is known or after 200 sessions", () => {
    expect(share({})).toBe(0.8);
    expect(share({ sessions: 199 })).toBe(0.8);
    expect(share({ sessions: 200 })).toBe(0.95);
    expect(share({ verdict: "helps" })).toBe(0.95);
  });

  it("is never lowered by a verdict: a larger share of the settings stays", () => {
    expect(share({ verdict: "no difference" }, { share: 0.99 })).toBe(0.99);
    expect(share({ sessions: 200 }, { share: 1 })).toBe(1);
  });

  it("is half while a person tries it, and none after harm unless a person tries it again", () => {
    expect(share({ isTried: true })).toBe(0.5);
    expect(share({ isProjectTried: true, sessions: 500 })).toBe(0.5);
    expect(share({ verdict: "harms" })).toBe(0);
    expect(share({ verdict: "harms", isProjectTried: true })).toBe(0);
    expect(share({ verdict: "harms", isTried: true })).toBe(0.5);
  });

  it("leaves harm stopped where nothing is held out, although a trial of it was begun", () => {
    expect(share({ verdict: "harms", isTried: true }, { enabled: false })).toBe(0);
    expect(share({}, { enabled: false })).toBe(1);
    expect(share({ verdict: "harms", isVouched: true })).toBe(1);
  });
});
