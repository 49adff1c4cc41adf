import { useEffect, useRef, useState } from "preact/hooks";
import { Coded } from "../../../base/page/coded.js";
import { type Said, useActs } from "../acts.js";
import { Behind } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { addressOf } from "../place.js";
import { choicesFor, type Need } from "./need-choices.js";

interface NeedsProps {
  readonly needs: readonly Need[];
  /** How many there are, listed or not. */
  readonly waiting: number;
  readonly project: string;
}

/** What fits on a screen; the rest is one click away. */
const needsAtFirst = 5;

/** What only a person may decide, in the order of danger. */
export function NeedsYou({ needs, waiting, project }: NeedsProps) {
  const [all, showAll] = useState(false);
  const rows = useRows(needs);
  const rest = waiting - needs.length;
  const hidden = all ? 0 : Math.max(0, rows.length - needsAtFirst);
  return (
    <section class="needs" aria-labelledby="needs">
      <h2 id="needs">{rows.length === 0 ? "Nothing waits for you" : "Needs you"}</h2>
      {rows.length === 0 ? (
        <p class="soft">
          What only you may decide appears here: lessons that do harm, failures that nobody solved, your
          corrections, and what agents propose.
        </p>
      ) : (
        <ul>
          {rows.slice(0, rows.length - hidden).map((row) => (
            <NeedLine key={keyOf(row.need)} row={row} project={project} />
          ))}
        </ul>
      )}
      {hidden > 0 ? (
        <button type="button" class="quiet" onClick={() => showAll(true)}>
          Show {hidden} more
        </button>
      ) : null}
      {rest > 0 && hidden === 0 ? (
        <p>
          <a href={addressOf({ project, view: "lessons", query: { stage: "waits" } })}>and {rest} more</a>
        </p>
      ) : null}
    </section>
  );
}

interface Row {
  readonly need: Need;
  readonly waits: boolean;
}

function keyOf({ kind, id }: Need): string {
  return `${kind} ${id}`;
}

/**
 * Rows keep their places while somebody may be pointing at one: what is settled stays, and what is new comes
 * last. Once the page is out of sight they are in order again.
 */
function useRows(needs: readonly Need[]): readonly Row[] {
  const places = useRef<readonly Need[]>([]);
  const fresh = new Map(needs.map((need) => [keyOf(need), need]));
  const known = new Set(places.current.map(keyOf));
  places.current = [
    ...places.current.map((need) => fresh.get(keyOf(need)) ?? need),
    ...needs.filter((need) => !known.has(keyOf(need))),
  ];
  useEffect(() => {
    const forget = () => {
      if (document.hidden) places.current = [];
    };
    document.addEventListener("visibilitychange", forget);
    return () => document.removeEventListener("visibilitychange", forget);
  }, []);
  return places.current.map((need) => ({ need, waits: fresh.has(keyOf(need)) }));
}

interface LineProps {
  readonly row: Row;
  readonly project: string;
}

function NeedLine({ row: { need, waits }, project }: LineProps) {
  const { kind, text, why, signs } = need;
  const [said, tell] = useState<Said | null>(null);
  const [isRead, read] = useState(signs.length === 0);
  const address = addressOfNeed(project, need);
  return (
    <li class={`need ${kind}${isRead && signs.length > 0 ? " whole" : ""}${signs.length > 0 ? " odd" : ""}`}>
      <div class="told">
        <p class="what">
          <a href={address} title={text}>
            <Coded text={text} />
          </a>
        </p>
        <p class="why">
          <Behind href={address}>{why}</Behind>
        </p>
        {signs.length === 0 ? null : <p class="why">{signsText(signs)}</p>}
      </div>
      {said !== null ? (
        <Settled said={said} undone={() => tell(null)} />
      ) : !waits ? (
        <p class="settled">It no longer waits.</p>
      ) : isRead ? (
        <Decision choices={choicesFor(need)} about={text} tell={tell} />
      ) : (
        <div class="decision">
          <button type="button" aria-label={`Read it whole: ${text}`} onClick={() => read(true)}>
            Read it whole
          </button>
        </div>
      )}
    </li>
  );
}

const signWords: Readonly<Record<Need["signs"][number], string>> = {
  address: "names an address",
  pipe: "runs what another program prints",
  hidden: "holds characters that cannot be seen",
  frame: "holds marks of a prompt",
  instructions: "speaks of an agent's instructions",
};

function signsText(signs: Need["signs"]): string {
  const words = signs.map((sign) => signWords[sign]);
  const last = words.at(-1) ?? "";
  return `Unusual for a rule: it ${words.length === 1 ? last : `${words.slice(0, -1).join(", ")} and ${last}`}.`;
}

/** What was done, where it was decided, and the way back. */
function Settled({ said, undone }: { readonly said: Said; readonly undone: () => void }) {
  const { reload } = useActs();
  const [fault, setFault] = useState<string | null>(null);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  const undo = async () => {
    try {
      await said.undo?.();
      await reload();
      undone();
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <p class="settled" role="status" tabIndex={-1} ref={line}>
      {fault ?? said.text}{" "}
      {said.undo === undefined ? null : (
        <button type="button" class="quiet" onClick={() => void undo()}>
          Undo
        </button>
      )}
    </p>
  );
}

/** Where a person sees all of what something that waits is about. */
function addressOfNeed(project: string, { kind, id }: Need): string {
  if (kind === "relaxation" || kind === "credential") return addressOf({ project, view: "policy", item: id });
  if (kind === "gate") return addressOf({ project, view: "log", query: { type: "gate-", holds: id } });
  if (kind === "rule") return addressOf({ project, view: "log", query: { type: "call-guarded", holds: id } });
  if (kind === "refused") return addressOf({ project, view: "team" });
  return addressOf({ project, view: "lessons", item: id });
}
