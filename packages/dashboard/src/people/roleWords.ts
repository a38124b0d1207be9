/** Roles in plain words. */
import type { Role } from "../api/roleLacks.ts"

export const roleWords: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> =
  {
    manager: {
      label: "Manager",
      hint: "Everything, including people, erasing addresses and closing the account."
    },
    member: {
      label: "Member",
      hint: "Verifies addresses and lists, and looks after API keys and the webhook."
    },
    read_only: {
      label: "Read-only",
      hint: "Sees results, the ledger and settings, but no secrets, and changes nothing."
    }
  }

const roles: ReadonlyArray<Role> = ["manager", "member", "read_only"]

/** For a group of radio buttons. */
export const roleChoices = roles.map((value) => ({ value, ...roleWords[value] }))
