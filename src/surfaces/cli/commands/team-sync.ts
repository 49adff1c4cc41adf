import { WhetstoneError } from "../../../base/errors.js";
import { defineCommand } from "../command.js";
import { exchangeNow } from "../exchange-now.js";

export const command = defineCommand({
  name: "sync",
  summary: "Exchange with the hub now",
  description: `Sends what the hub has not seen, and receives what is new there. The local server does so by \
itself about every minute while agents work; use this command where no server runs, or to exchange at once.`,
  arguments: [],
  options: {},
  examples: [{ run: "whetstone team sync", about: "Before going offline:" }],
  async run(context) {
    const done = await exchangeNow(context, "Exchanging with the hub");
    if (done === undefined)
      throw new WhetstoneError("busy", "another process is still exchanging with the hub", {
        next: "'whetstone team status' shows how far it is",
      });
    context.printer.result(done, () =>
      [
        `Sent ${done.sent}, received ${done.pulled}, refused ${done.refused}, waiting ${done.waiting}.`,
        ...(done.stopped === undefined ? [] : [`${done.stopped.reason}: ${done.stopped.next}`]),
      ].join("\n"),
    );
  },
});
