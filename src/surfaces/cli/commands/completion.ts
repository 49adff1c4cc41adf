import { defineCommand } from "../command.js";

export const command = defineCommand({
  name: "completion",
  summary: "Print a completion script for a shell",
  description: [
    "Prints a script that completes commands, options and values for whetstone and its short name wst.",
    "The script holds every command of this version and never calls the program. Load it again after an " +
      "update.",
  ].join("\n\n"),
  arguments: [
    { name: "shell", about: "The shell to write for.", required: true, choices: ["bash", "zsh", "fish"] },
  ],
  options: {},
  examples: [
    {
      run: "source <(whetstone completion bash)",
      about: "In ~/.bashrc, or with zsh in ~/.zshrc after compinit:",
    },
    { run: "whetstone completion fish > ~/.config/fish/completions/whetstone.fish", about: "For fish:" },
  ],
  async run({ args, printer, program }) {
    const { completionScript } = await import("../completion.js");
    const script = await completionScript(args.shell, program);
    printer.result({ shell: args.shell, script }, () => script);
  },
});
