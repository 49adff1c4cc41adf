import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { masked } from "./masked.js";

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
    ["ls '/Users/Ada Lovelace/notes'", "ls '~/notes'"],
    ["type c:/Users/Ada/a.txt", "type ~/a.txt"],
    ["ls /mnt/c/Users/ada/x", "ls ~/x"],
    [`cat /${"root"}/.ssh/config`, "cat ~/.ssh/config"],
    ["cat /private/var/folders/ab/cd123/T/x", "cat /tmp/x"],
    ["cat /srv/shopping/a.ts", "cat /srv/shopping/a.ts"],
    ["git clone git@github.com:acme/shop.git", "git clone git@github.com:acme/shop.git"],
    ["ssh ada@10.1.2.3", "ssh [mail]"],
    ["curl http://10.1.2.3:8080/a", "curl http://[host]:8080/a"],
    ["curl https://build-7.corp.internal/a", "curl https://[host]/a"],
    ["redis-cli -u redis://:hunter22@cache:6379", "redis-cli -u redis://:[secret removed]@cache:6379"],
    ["mysql -u root -ps3cretpw shop", "mysql -u root -p[secret removed] shop"],
    ["curl -u ada:s3cretpw https://example.com", "curl -u [secret removed] https://example.com"],
    ["npm publish @shop/till@4.40.1-next.1", "npm publish @shop/till@4.40.1-next.1"],
    ["sshpass -p s3cretpw ssh a", "sshpass -p [secret removed] ssh a"],
    ["docker login -u ada -p s3cretpw", "docker login -u ada -p [secret removed]"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "AWS_SECRET_ACCESS_KEY=[secret removed]"],
    ["SESSION_KEY=abc123def npm start", "SESSION_KEY=[secret removed] npm start"],
    [
      "aws configure set aws_secret_access_key wJalrXUtnFEMI",
      "aws configure set aws_secret_access_key [secret removed]",
    ],
    [
      `GITHUB_TOKEN=${"ghp"}_0123456789abcdefghijABCDEF gh pr list`,
      "GITHUB_TOKEN=[secret removed] gh pr list",
    ],
    ["curl https://hooks.slack.com/services/T0/B0/XXXX", "curl https://hooks.slack.com/[secret removed]"],
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
      "pip install shop==1.2.3.4",
      "curl http://127.0.0.1:3000",
      "mkdir -p out && cp -p a b",
      "echo $GITHUB_TOKEN",
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
