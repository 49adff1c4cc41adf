import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "./temp-folder.js";

/** A real git repository, gone when the test ends. */
export interface Repository {
  readonly root: string;
  /** Runs git in it and returns what it printed. */
  git(...args: readonly string[]): string;
  write(path: string, content: string | Buffer): void;
  /** Commits everything and returns the commit's id. */
  commit(): string;
}

/** Empty, or with a first commit of these files. */
export function repository(files: Readonly<Record<string, string>> = {}): Repository {
  const made = repositoryAt(tempFolder());
  for (const [path, content] of Object.entries(files)) made.write(path, content);
  if (Object.keys(files).length > 0) made.commit();
  return made;
}

export function repositoryAt(root: string): Repository {
  const person = [
    "-c",
    "user.name=tester",
    "-c",
    "user.email=tester@example.com",
    "-c",
    "commit.gpgSign=false",
  ];
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...person, ...args], {
      cwd: root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=work");
    return git("rev-parse", "HEAD").trim();
  };
  mkdirSync(root, { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  return { root, git, write, commit };
}
