/**
 * The interface of another service (dropin/) that a request came by, for the purpose of its holds. Such a request is
 * handled as one of our own, so nothing else tells it apart.
 */
import type { DropInName } from "@rcpt/api/otherServices"
import { Context } from "effect"

export interface InterfaceUsed {
  readonly interface?: DropInName
}

/** Empty: the request came by our own interface. */
export const CurrentInterface = Context.Reference<InterfaceUsed>(
  "@rcpt/service/ledger/CurrentInterface",
  { defaultValue: () => ({}) }
)
