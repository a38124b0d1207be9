/** What pages do not offer to each role. `permissions.ts` of the domain decides; a test compares the two. */
import type { Person } from "@rcpt/api/People"

export type Role = Person["role"]

/** What a page may offer, by the name that the service has for its permission. */
export type Offer = "spend" | "change" | "erase" | "manage" | "govern"

export const roleLacks: Readonly<Record<Role, ReadonlyArray<Offer>>> = {
  manager: [],
  member: ["erase", "govern"],
  read_only: ["spend", "change", "erase", "manage", "govern"]
}
