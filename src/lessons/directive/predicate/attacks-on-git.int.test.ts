import { chmodSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../../../tests/support/check.js";
import { type HostileProject, hostileProject } from "../../../../tests/support/hostile-project.js";
import { repositoryAt } from "../../../../tests/support/repository.js";

/** Every predicate that asks git, on a file that changed so that git has to look at it. */
async function askEverything(made: HostileProject, env: Readonly<Record<string, string | undefined>> = {}) {
  made.write("src/b.ts", "two, changed\n");
  const options = { env: { PATH: process.env.PATH, ...env } };
  return {
    clean: await check("grep:needle:*.ts", made.root, options),
    untouched: await check("file_not_modified:a.ts", made.root, options),
    changed: await check("file_modified:src/b.ts", made.root, options),
  };
}

const allPass = {
  clean: { passed: true },
  untouched: { passed: true },
  changed: { passed: true },
};

const settingsThatRunPrograms: readonly [string, (made: HostileProject) => void][] = [
  ["core.fsmonitor", ({ git, canary }) => void git("config", "core.fsmonitor", canary)],
  [
    "core.hooksPath",
    ({ git, outside }) => {
      for (const hook of [
        "post-index-change",
        "post-checkout",
        "reference-transaction",
        "fsmonitor-watchman",
      ]) {
        symlinkSync("canary", join(outside, hook));
      }
      git("config", "core.hooksPath", outside);
    },
  ],
  [
    "hooks of the repository",
    ({ root, canary }) => {
      const hooks = join(root, ".git/hooks");
      for (const name of readdirSync(hooks)) rmSync(join(hooks, name));
      for (const hook of ["post-index-change", "pre-auto-gc", "reference-transaction"])
        symlinkSync(canary, join(hooks, hook));
    },
  ],
  [
    "an alias of git's own verb",
    ({ git, canary }) => {
      for (const verb of ["ls-files", "ls-tree", "rev-parse", "check-attr"])
        git("config", `alias.${verb}`, `!${canary}`);
    },
  ],
  [
    "a pager",
    ({ git, canary }) => {
      for (const key of ["core.pager", "pager.ls-files", "pager.ls-tree", "pager.rev-parse"])
        git("config", key, canary);
    },
  ],
  ["an external diff", ({ git, canary }) => void git("config", "diff.external", canary)],
  [
    "an editor, an ssh and an askpass",
    ({ git, canary }) => {
      for (const key of [
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "credential.helper",
        "gpg.program",
      ]) {
        git("config", key, canary);
      }
    },
  ],
  [
    "an included file",
    ({ git, outside, canary }) => {
      writeFileSync(
        join(outside, "extra"),
        `[core]\n\tfsmonitor = ${canary}\n\tpager = ${canary}\n[diff]\n\texternal = ${canary}\n`,
      );
      git("config", "include.path", join(outside, "extra"));
    },
  ],
  [
    "a config of the worktree",
    ({ git, canary }) => {
      git("config", "extensions.worktreeConfig", "true");
      git("config", "--worktree", "core.fsmonitor", canary);
    },
  ],
];

describe("a repository with a hostile config", () => {
  it.each(settingsThatRunPrograms)("no program is run by the setting %s", async (_name, arrange) => {
    const made = hostileProject();
    arrange(made);
    rmSync(join(made.outside, "ran"), { force: true });
    expect(await askEverything(made)).toMatchObject(allPass);
    expect(made.ran()).toBe(false);
  });

  it("no program is run by a text conversion or a diff driver of an attribute", async () => {
    const made = hostileProject();
    made.write(".git/info/attributes", "* diff=evil\n");
    made.git("config", "diff.evil.textconv", made.canary);
    made.git("config", "diff.evil.command", made.canary);
    expect(await askEverything(made)).toMatchObject(allPass);
    expect(made.ran()).toBe(false);
  });

  it.each(["clean", "smudge", "process"])(
    "no program is run by a filter to %s, which also leaves the change undecided",
    async (kind) => {
      const made = hostileProject();
      made.git("config", `filter.evil.${kind}`, made.canary);
      made.git("config", "filter.evil.required", "true");
      made.write(".gitattributes", "* filter=evil\n");
      expect(await askEverything(made)).toMatchObject({ ...allPass, changed: { passed: false } });
      expect(made.ran()).toBe(false);
    },
  );

  it("the remote of a partial clone is not called when an object is missing", async () => {
    const made = hostileProject();
    made.git("config", "core.repositoryFormatVersion", "1");
    made.git("config", "extensions.partialClone", "evil");
    made.git("config", "remote.evil.promisor", "true");
    made.git("config", "remote.evil.url", `ext::${made.canary} %S`);
    made.git("config", "protocol.ext.allow", "always");
    made.git("config", "protocol.allow", "always");
    const tree = made.git("rev-parse", "HEAD:src").trim();
    rmSync(join(made.root, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    expect(await check("file_not_modified:src/b.ts", made.root)).toMatchObject({ passed: false });
    expect(made.ran()).toBe(false);
  });

  it("the config of an inner repository, of a submodule, and of one that lies as plain files in the tree is not used", async () => {
    const made = hostileProject();
    const inner = repositoryAt(join(made.root, "inner"));
    inner.git("config", "core.fsmonitor", made.canary);
    made.write("bare/HEAD", "ref: refs/heads/main\n");
    made.write("bare/config", `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${made.canary}\n`);
    made.write("bare/objects/x", "");
    made.write("bare/refs/x", "");
    expect(await askEverything(made)).toMatchObject(allPass);
    expect(await check("grep:needle:*.ts", join(made.root, "bare"))).toMatchObject({ passed: true });
    expect(made.ran()).toBe(false);
  });

  it("the config behind a .git that is a file is not used", async () => {
    const made = hostileProject();
    renameSync(join(made.root, ".git"), join(made.outside, "gitdir"));
    made.write(".git", `gitdir: ${join(made.outside, "gitdir")}\n`);
    made.git("config", "core.fsmonitor", made.canary);
    rmSync(join(made.outside, "ran"), { force: true });
    expect(await askEverything(made)).toMatchObject(allPass);
    expect(made.ran()).toBe(false);
  });
});

describe("a hostile environment", () => {
  const hostile: readonly [string, (made: HostileProject) => Record<string, string>][] = [
    ["GIT_DIR", ({ outside }) => ({ GIT_DIR: outside })],
    ["GIT_WORK_TREE", ({ outside }) => ({ GIT_WORK_TREE: outside })],
    ["GIT_INDEX_FILE", ({ outside }) => ({ GIT_INDEX_FILE: join(outside, "index") })],
    ["GIT_OBJECT_DIRECTORY", ({ outside }) => ({ GIT_OBJECT_DIRECTORY: outside })],
    ["GIT_EXEC_PATH", ({ outside }) => ({ GIT_EXEC_PATH: outside })],
    ["GIT_EXTERNAL_DIFF", ({ canary }) => ({ GIT_EXTERNAL_DIFF: canary, GIT_PAGER: canary, PAGER: canary })],
    [
      "GIT_SSH_COMMAND",
      ({ canary }) => ({ GIT_SSH_COMMAND: canary, GIT_ASKPASS: canary, GIT_EDITOR: canary }),
    ],
    [
      "GIT_CONFIG_COUNT",
      ({ canary }) => ({
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.fsmonitor",
        GIT_CONFIG_VALUE_0: canary,
      }),
    ],
    ["GIT_CONFIG_PARAMETERS", ({ canary }) => ({ GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${canary}'` })],
    [
      "GIT_CONFIG_GLOBAL",
      ({ outside, canary }) => {
        writeFileSync(join(outside, "global"), `[core]\n\tfsmonitor = ${canary}\n`);
        return { GIT_CONFIG_GLOBAL: join(outside, "global"), HOME: outside, XDG_CONFIG_HOME: outside };
      },
    ],
    [
      "GIT_TRACE",
      ({ outside }) => ({ GIT_TRACE: join(outside, "ran"), GIT_TRACE2_EVENT: join(outside, "ran") }),
    ],
    ["GIT_GLOB_PATHSPECS", () => ({ GIT_GLOB_PATHSPECS: "1", GIT_ICASE_PATHSPECS: "1" })],
    ["LD_PRELOAD", ({ outside }) => ({ LD_PRELOAD: join(outside, "evil.so"), LD_LIBRARY_PATH: outside })],
  ];

  it.each(hostile)(
    "no program is run and no path is followed by the variable %s",
    async (_name, variables) => {
      const made = hostileProject();
      expect(await askEverything(made, variables(made))).toMatchObject(allPass);
      expect(made.ran()).toBe(false);
    },
  );

  it("a git that lies in the project is not run, by any entry of PATH", async () => {
    const made = hostileProject();
    for (const path of ["git", "bin/git"]) {
      made.write(path, `#!/bin/sh\nexec '${made.canary}'\n`);
      chmodSync(join(made.root, path), 0o755);
    }
    symlinkSync(join(made.root, "bin"), join(made.outside, "bin"));
    const front = [made.root, ".", "", "bin", join(made.root, "bin"), join(made.outside, "bin")];
    const path = [...front, process.env.PATH].join(delimiter);
    expect(await askEverything(made, { PATH: path })).toMatchObject(allPass);
    expect(made.ran()).toBe(false);
  });

  it("a missing PATH gives no pass", async () => {
    const made = hostileProject();
    for (const PATH of [undefined, "", "/nowhere", "."]) {
      expect(await check("grep:needle:*.ts", made.root, { env: { PATH } })).toMatchObject({ passed: false });
    }
  });
});
