import { expect, it } from "vitest";
import { openInTemp } from "../../tests/support/whetstone.js";
import { WhetstoneError } from "../base/errors.js";
import { catalog } from "./catalog.js";
import { methodOf } from "./frame/handle.js";

const fails = () => {
  throw new Error("hostile");
};
const circular: Record<string, unknown> = {};
circular.self = circular;
const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** Values that no program sends on purpose, and that fail where they are looked at, compared or written down. */
const hostile: Readonly<Record<string, unknown>> = {
  null: null,
  symbol: Symbol("x"),
  bigint: 10n,
  function: () => undefined,
  toString: { toString: fails, [Symbol.toPrimitive]: fails },
  toJSON: { toJSON: fails },
  getter: {
    get x() {
      return fails();
    },
  },
  circular,
  revoked: revoked.proxy,
};

it.each(Object.entries(catalog))(
  "%s answers whatever value it is given, or names what is wrong with it",
  async (name, { load }) => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    const call = async (input: unknown) => {
      const answer = methodOf(ws, name)(input);
      if (Symbol.asyncIterator in answer) for await (const _ of answer);
      else await answer;
    };
    const { verb } = await load();
    const fields = ["origin", ...Object.keys(verb.input.shape)];
    for (const [what, value] of Object.entries(hostile))
      for (const [where, input] of [
        ["the input", value],
        ...fields.map((each) => [each, { [each]: value }]),
      ]) {
        const thrown = await call(input).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (thrown !== undefined) expect(thrown, `${what} as ${where}`).toBeInstanceOf(WhetstoneError);
      }
  },
);
