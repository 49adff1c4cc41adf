import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The time zone of whoever looks at the page. The server does not know it: a page arrives in UTC. */
export const ZoneContext = createContext("UTC");

export function useZone(): string {
  return useContext(ZoneContext);
}
