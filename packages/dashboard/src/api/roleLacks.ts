/**
 * The offers that pages withhold from each role. `permissions.ts` of the domain decides; a test compares
 * the two.
 */
import type { Person } from "@rcpt/api/People"

export type Role = Person["role"]

/** An offer of a page, named like the permission that it needs in the service. */
export type Offer = "spend" | "change" | "erase" | "manage" | "govern"

export const roleLacks: Readonly<Record<Role, ReadonlyArray<Offer>>> = {
  manager: [],
  member: ["erase", "govern"],
  read_only: ["spend", "change", "erase", "manage", "govern"]
}
