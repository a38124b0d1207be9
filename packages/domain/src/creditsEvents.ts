/**
 * What each event of the ledger is. Seals, views and the audit choose events by this table, so that a new event is in
 * all of them, or does not compile.
 */
import type { CreditsEvent } from "./Credits.ts"

type Tag = CreditsEvent["_tag"]

/** An owner of the service posts what is `given`, under a seal. Other events open a hold, or settle one. */
const parts = {
  CreditsGranted: "given",
  CreditsAdjusted: "given",
  CreditsHeld: "opens",
  CreditsCharged: "settles",
  CreditsRefunded: "settles"
} as const satisfies Readonly<Record<Tag, string>>

type Part = (typeof parts)[Tag]
type TagOf<P extends Part> = { [T in Tag]: (typeof parts)[T] extends P ? T : never }[Tag]
export type EventOf<P extends Part> = Extract<CreditsEvent, { readonly _tag: TagOf<P> }>
export type GivenEvent = EventOf<"given">

export const tagsOf = (part: Part): ReadonlyArray<Tag> =>
  (Object.keys(parts) as ReadonlyArray<Tag>).filter((tag) => parts[tag] === part)

export const isOf = <P extends Part>(part: P, event: CreditsEvent): event is EventOf<P> =>
  parts[event._tag] === part

/** The fields with the id of a given event, which is that of its command. */
export const givenIds = {
  CreditsGranted: "grantId",
  CreditsAdjusted: "adjustmentId"
} as const satisfies Readonly<Record<TagOf<"given">, string>>
