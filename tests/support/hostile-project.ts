import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Repository, repositoryAt } from "./repository.js";
import { tempFolder } from "./temp-folder.js";

export interface HostileProject extends Repository {
  /** A folder beside the project, with a secret that holds the word needle. */
  readonly outside: string;
  /** A program that leaves a file behind when it is run. */
  readonly canary: string;
  ran(): boolean;
}

/** A project that a test makes hostile. So far it is clean: nothing in it holds the word needle. */
export function hostileProject(): HostileProject {
  const folder = tempFolder();
  const made = repositoryAt(join(folder, "project"));
  made.write("a.ts", "one\n");
  made.write("src/b.ts", "two\n");
  made.commit();
  const outside = join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.ts"), "needle\n");
  const canary = join(outside, "canary");
  writeFileSync(canary, `#!/bin/sh\ntouch '${join(outside, "ran")}'\n`);
  chmodSync(canary, 0o755);
  return { ...made, outside, canary, ran: () => existsSync(join(outside, "ran")) };
}
