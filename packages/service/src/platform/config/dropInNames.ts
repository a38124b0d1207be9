/** The services whose interfaces the service has (dropin/), as RCPT_DROP_IN names them. */
export const dropInNames = ["reacher", "zerobounce", "kickbox", "neverbounce", "emailable"] as const
export type DropInName = (typeof dropInNames)[number]
