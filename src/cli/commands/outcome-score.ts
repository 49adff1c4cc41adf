import { WhetstoneError } from "../../errors.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const results = ["held", "failed", "reverted"] as const;

export const command = defineCommand({
  name: "outcome-score",
  summary: "Say what became of a run's work",
  description: `Says whether the work of a run held, failed, or was reverted later, for the insights that were shown in it. An outcome recorded with the run's id says so by itself; this verb is for what turns out afterwards. What is said last replaces what was said before.

It is a slower signal of its own: half a success or half a rejection for each insight that was shown. The setting insights.outcomeScoring switches it off.`,
  arguments: [{ name: "run", about: "The run's id.", required: true }],
  options: {
    result: { type: "string", choices: results, about: "What became of it. Needed." },
    reason: { type: "string", about: "Why, in words." },
  },
  examples: [
    {
      run: 'whetstone outcome-score r-14 --result reverted --reason "broke the login"',
      about: "A merged change had to go:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const result = results.find((each) => each === values.result);
    if (result === undefined)
      throw new WhetstoneError("invalid_usage", "option '--result' is missing", {
        field: "result",
        next: `give one of ${results.join(", ")}`,
      });
    const scored = await withWhetstone(context, (ws) =>
      ws.outcomeScore({
        run: args.run,
        result,
        ...(values.reason === undefined ? {} : { reason: values.reason }),
      }),
    );
    printer.result(scored, (style) =>
      scored.changed
        ? `${style.bold(scored.run)} ${result}: it counts for ${scored.lessons.length} ${scored.lessons.length === 1 ? "insight" : "insights"}${scored.instead === null ? "" : `, instead of ${scored.instead}`}`
        : `${style.bold(scored.run)} was known to have ${scored.instead} already`,
    );
  },
});
