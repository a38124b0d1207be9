/** Other verification services, by the names that settings, requests and events have for them. */

export const serviceNames = {
  reacher: "Reacher",
  zerobounce: "ZeroBounce",
  kickbox: "Kickbox",
  neverbounce: "NeverBounce",
  emailable: "Emailable",
  millionverifier: "MillionVerifier",
  bouncer: "Bouncer",
  hunter: "Hunter"
} as const
/** Their verdicts count where a list has them (`import`). */
export type ServiceName = keyof typeof serviceNames

/** Their interfaces are at the root of the host, as RCPT_DROP_IN names them. */
export const dropInNames = ["reacher", "zerobounce", "kickbox", "neverbounce", "emailable"] as const
export type DropInName = (typeof dropInNames)[number]

/** As people know it; a name of a newer program stays as it is. */
export const serviceNamed = (name: string): string =>
  Object.hasOwn(serviceNames, name) ? serviceNames[name as ServiceName] : name
