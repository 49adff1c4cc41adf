/** What happened at a moment of a session, as people read it. */
export const momentKinds = [
  "told",
  "held out",
  "stopped",
  "blocked",
  "asked",
  "warned",
  "failed",
  "mended",
  "answered",
  "learned",
  "kept open",
  "ended",
  "unguarded",
] as const;

/** What the timeline of a session says of one event. */
export interface Moment {
  readonly kind: (typeof momentKinds)[number];
  readonly text: string;
  /** The lessons that it is about. */
  readonly lessons?: readonly string[];
  /** It is about every session under way, not only about the one that the event names. */
  readonly everySession?: true;
}

/** What a session was shown or not shown, what it answered and how it went. */
export const trailParts = ["shown", "heldOut", "answers", "failures", "guarded", "outcomes"] as const;

export type TrailPart = (typeof trailParts)[number];

/** What an event is in the story of its session; an event that says nothing of it has none of these. */
export interface Story<Data> {
  /** The part of the session's trail that it belongs to. */
  trail?(data: Readonly<Data>): TrailPart | undefined;
  /** An event of no run is a run of its own, which has the event's id as its name. */
  readonly isRun?: true;
  /** What the timeline says of it. The texts that a session was shown come from its trail. */
  moment?(event: {
    readonly actor: string;
    readonly origin: string;
    readonly data: Readonly<Data>;
  }): Moment | undefined;
}
