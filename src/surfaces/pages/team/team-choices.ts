import type { Result } from "../../../verbs/frame/handle.js";
import type { Choice } from "../parts/decision.js";

type Team = Result<"team members">;
export type Member = Team["members"][number];
export type Key = Team["keys"][number];
export type RoleName = Member["role"];

/** Says that a person has seen what the hub refused. */
export function dismiss(refusal: string): Choice {
  return {
    label: "Dismiss",
    consequence:
      "It is not brought back, and no longer listed. The log keeps that you saw it, and your reason.",
    act: async (call, reason) => {
      const { type } = await call("team dismiss", { refusal, reason });
      return { text: `Dismissed: ${type.replaceAll("-", " ")}.` };
    },
  };
}

export function exchangeChoice(exchange: () => Promise<void>): Choice {
  return {
    label: "Exchange now",
    consequence: "Sends what waits, and fetches what others have sent.",
    takesReason: false,
    act: async (call) => {
      await exchange();
      const { last, error } = await call("team status", {});
      if (error !== null || last === null) return { text: "The exchange did not go through." };
      return { text: `Sent ${last.sent}, received ${last.pulled}.` };
    },
  };
}

/** Gives a member another role; what that role may do stands in the consequence. */
export function giveRole({ member, role: before }: Member, role: RoleName, about: string): Choice {
  return {
    label: `Make ${role}`,
    consequence: `From the next call on: ${about}. The keys stay. You can change it back.`,
    act: async (call, reason) => {
      await call("team role", { member, role, reason });
      const undo = async () => {
        await call("team role", { member, role: before, reason: "taken back" });
      };
      return { text: `${member} is ${role} now.`, undo };
    },
  };
}

export function removeMember({ member }: Member, keys: number): Choice {
  return {
    label: "Remove",
    consequence:
      "None of their keys opens the project from now on. What was recorded stays. Only a new invitation brings them back.",
    preview: async () =>
      `${member} is no longer a member, and ${keys === 1 ? "1 key opens" : `${keys} keys open`} nothing from the next call on.`,
    act: async (call, reason) => {
      await call("team remove", { member, reason });
      return { text: `${member} is no longer a member.` };
    },
  };
}

export function revoke({ id, member }: Key, isOwn: boolean): Choice {
  return {
    label: "Revoke",
    consequence: "It opens nothing from the next call on, at every hub. This cannot be undone.",
    preview: async () =>
      isOwn
        ? "This is the key that you are signed in with: this page is closed to you then."
        : `The key ${id} of ${member} no longer opens anything.`,
    act: async (call, reason) => {
      await call("team revoke", { key: id, reason });
      return { text: `The key ${id} is revoked.` };
    },
  };
}
