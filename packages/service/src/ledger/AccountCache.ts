/**
 * Caches the credits of this node's accounts: the state after the node's own last commit.
 *
 * It saves the read before each append. When another node has written since, the balance is old, and an open
 * hold may have been settled. Neither changes what the events of an append say, only whether they may be:
 * the append is of any version of the stream, and the database refuses it if not. That costs one round trip,
 * never a credit. Only open holds are cached, and only those of this node's own commits.
 */
import * as Credits from "@rcpt/domain/Credits"
import { HashMap } from "effect"

/** An account takes some 300 octets, and as much for every open hold. */
const accountsMax = 10_000

export interface AccountCache {
  readonly get: (account: string) => Credits.Credits | undefined
  readonly set: (account: string, state: Credits.Credits) => void
  readonly forget: (account: string) => void
  /** The credits that were available after the last commit that this node knows of. */
  readonly lastAvailable: (account: string) => number | undefined
}

export const make = (): AccountCache => {
  const accounts = new Map<string, Credits.Credits>()
  const available = new Map<string, number>()
  return {
    get: (account) => accounts.get(account),
    set: (account, state) => {
      setLatest(accounts, account, withoutClosed(state))
      setLatest(available, account, state.available)
    },
    forget: (account) => void accounts.delete(account),
    lastAvailable: (account) => available.get(account)
  }
}

/** Evicts the account that was set longest ago: a map keeps insertion order. */
const setLatest = <A>(byAccount: Map<string, A>, account: string, value: A): void => {
  byAccount.delete(account)
  byAccount.set(account, value)
  if (byAccount.size > accountsMax) byAccount.delete(byAccount.keys().next().value!)
}

/** Only retries refer to closed holds or to postings, and for those the ledger reads. */
const withoutClosed = (state: Credits.Credits): Credits.Credits => ({
  ...state,
  holds: HashMap.filter(state.holds, (hold) => Credits.remaining(hold) > 0),
  postings: HashMap.empty()
})
