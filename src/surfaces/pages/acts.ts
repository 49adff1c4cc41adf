import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PastRulesSeen } from "../../lessons/directive/bound/rule-rows.js";
import type { DoctorResult } from "../../verbs/doctor/check.js";
import type { Call } from "./call.js";
import type { Place } from "./place.js";

/** What a person is told after a decision. */
export interface Said {
  readonly text: string;
  /** Takes it back; undefined where that cannot be done. */
  readonly undo?: (() => Promise<void>) | undefined;
}

/** How long it stands there: long enough to read it and to take it back. */
export const saidMs = 15_000;

/** What a component may do besides showing its data. Rendered by the server it does none of it. */
export interface Acts {
  readonly call: Call;
  /** Reads the view's data again. */
  readonly reload: () => Promise<void>;
  /** Opens an address of this project without loading the page anew; `replace` leaves no step to go back to. */
  readonly go: (address: string, how?: "replace") => void;
  /** The place that was asked for last; its data may still be on the way. Undefined before the page starts. */
  readonly asked: () => Place | undefined;
  readonly say: (said: Said) => void;
  /** Exchanges with the hub of a shared project now; how that went is in `team status`. */
  readonly exchange: () => Promise<void>;
  /** Reads the instruction files and all past sessions; a hub has none. */
  readonly pastRules: () => Promise<PastRulesSeen>;
  /** Looks at the setup of the coding agents and at the server too; a hub has none. */
  readonly machine: () => Promise<DoctorResult>;
  /** Leaves a hub's page; undefined where a terminal signed the person in. */
  readonly signOut?: () => void;
}

const none: Acts = {
  call: () => Promise.reject(new Error("this page has not started yet")),
  reload: async () => undefined,
  go: () => undefined,
  asked: () => undefined,
  say: () => undefined,
  exchange: async () => undefined,
  pastRules: () => Promise.reject(new Error("this page has not started yet")),
  machine: () => Promise.reject(new Error("this page has not started yet")),
};

export const ActsContext = createContext<Acts>(none);

export function useActs(): Acts {
  return useContext(ActsContext);
}

/** Where the next step within a view starts: two steps in quick succession add up, whatever is painted between them. */
export function useHere(painted: Place): () => Place {
  const { asked } = useActs();
  return () => {
    const last = asked();
    return last?.view === painted.view ? last : painted;
  };
}
