/**
 * What this node has cached of its accounts' credits: the state after its own last commit.
 *
 * It saves the read before each append. When another node has written since, the cached state is stale:
 * the stream has another version, and the append is rejected. A stale state costs one round trip, never
 * a credit. Only open holds are cached, and only those of this node's own commits.
 */
import * as Credits from "@rcpt/domain/Credits"
import { HashMap } from "effect"

export interface CachedAccount {
  /** Of the account's stream. */
  readonly version: number
  /** Head of its hash chain at that version; needed unless that was flushed (`Append.flushLater`). */
  readonly head?: string
  readonly state: Credits.Credits
}

/** Some 300 octets each, and as much for every open hold. */
const accountsMax = 10_000

export interface AccountCache {
  readonly get: (account: string) => CachedAccount | undefined
  readonly set: (account: string, cached: CachedAccount) => void
  readonly forget: (account: string) => void
  /** What the account had available after the last commit that this node knows of. */
  readonly lastAvailable: (account: string) => number | undefined
}

export const make = (): AccountCache => {
  const accounts = new Map<string, CachedAccount>()
  const available = new Map<string, number>()
  return {
    get: (account) => accounts.get(account),
    set: (account, cached) => {
      setLatest(accounts, account, { ...cached, state: withoutClosed(cached.state) })
      setLatest(available, account, cached.state.available)
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
