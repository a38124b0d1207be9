/** Roles, as a choice. */
import type { Role } from "@rcpt/domain/Role"

import { words } from "../words/people.tsx"

export const roleWords: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> =
  words.roles

const roles: ReadonlyArray<Role> = ["manager", "member", "read_only"]

/** The roles as choices for a group of radio buttons. */
export const roleChoices = roles.map((value) => ({ value, ...roleWords[value] }))
