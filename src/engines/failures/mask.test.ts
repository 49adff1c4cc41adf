import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { masked } from "./mask.js";

describe("masking what belongs to one person or machine", () => {
  it.each([
    ["cat /Users/ada/notes.md", "cat ~/notes.md"],
    ["ls /home/ada/.ssh", "ls ~/.ssh"],
    ["type C:\\Users\\ada\\a.txt", "type ~\\a.txt"],
    ["/srv/shop/src/a.ts:3: boom", "src/a.ts:3: boom"],
    ["cd /srv/shop", "cd ."],
    ["mail ada@example.com", "mail [mail]"],
    [
      "git clone https://ada:hunter22@example.com/x.git",
      "git clone https://ada:[secret removed]@example.com/x.git",
    ],
    ["curl -H 'Authorization: Bearer abcdef123456'", "curl -H 'Authorization: Bearer [secret removed]'"],
    ["export API_KEY=abc123def456", "export API_KEY=[secret removed]"],
    ["deploy --token s3cr3t-value --force", "deploy --token [secret removed] --force"],
    [`use ${"sk"}-live-0123456789abcdefghij`, "use [secret removed]"],
    [`${"ghp"}_0123456789abcdefghijABCDEF is bad`, "[secret removed] is bad"],
  ])("masked makes %j into %j", (text, expected) => {
    expect(masked(text, "/srv/shop")).toBe(expected);
  });

  it("ordinary commands are left as they are", () => {
    for (const text of [
      "npm run test -- --watch",
      "git push origin main",
      "grep -rn token src",
      "the token expired",
      "a: b@c",
    ])
      expect(masked(text, "/srv/shop")).toBe(text);
  });

  it("masking what is masked changes nothing more", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(masked(masked(text))).toBe(masked(text));
      }),
    );
  });
});
