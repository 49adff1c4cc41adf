import { wordList } from "./word-list.js";

const pairs = (...lines: readonly string[]) =>
  wordList(...lines).map((pair) => {
    const [one = "", other = ""] = pair.split(":");
    return [one, other] as const;
  });

/** Verbs, each with the verb that it denies. */
export const denyingVerbPairs = pairs(
  "forbid:allow forbidden:allow prohibit:allow disallow:allow ban:allow banned:allow deny:allow",
  "prevent:allow disable:enable deactivate:enable remove:add strip:add eliminate:add delete:add",
  "destroy:add exclude:include omit:include reject:accept refuse:accept decline:accept hide:show",
  "stop:start skip:run ignore:handle discard:keep suppress:show bypass:run discourage:encourage",
  "reduce:increase decrease:increase minimize:maximize minimise:maximize",
);

/** Verbs that are often the contrary of a denying one, each with the one name for it. */
export const affirmingVerbNames = pairs(
  "permit:allow activate:enable write:add generate:add retain:keep preserve:keep display:show expose:show",
  "execute:run begin:start support:handle enforce:enforce maintain:keep maximise:maximize allow:allow",
  "enable:enable add:add create:add include:include accept:accept keep:keep show:show start:start run:run",
  "handle:handle encourage:encourage increase:increase maximize:maximize",
);

/** Words of which each says the other's contrary: a rule with the one denies the rule with the other. */
export const oppositePairs = pairs(
  "min:max minimum:maximum minimal:maximal least:most atleast:atmost more:less more:fewer above:below",
  "synchronous:asynchronous sync:async ascending:descending upper:lower uppercase:lowercase first:last",
  "early:late public:private mutable:immutable static:dynamic true:false on:off optional:required",
  "optional:mandatory implicit:explicit relative:absolute inside:outside internal:external open:close",
  "lock:unlock single:double tab:space left:right serial:parallel sequential:parallel positive:negative",
  "input:output inbound:outbound push:pull read:write-only shallow:deep strict:loose verbose:quiet",
  "eager:lazy large:small long:short manual:automatic manually:automatically online:offline",
  "encrypted:plaintext stateful:stateless singular:plural odd:even horizontal:vertical top:bottom",
  "safe:unsafe trusted:untrusted controlled:uncontrolled",
);

/** Words that belong together and are not each other's denial: with the other one, a text is another text. */
export const counterpartPairs = pairs("client:server read:write encode:decode encrypt:decrypt valid:invalid");
