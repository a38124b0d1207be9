/**
 * What this node knows of its accounts' credits: the state after its own last commit.
 *
 * It saves the look before each append. It can be out of date, when another node has written since,
 * and then the stream has another version and the append is refused: a wrong guess costs one round
 * trip, never a credit. Only open holds are remembered, and only of this node's own making.
 */
import * as Credits from "@rcpt/domain/Credits"
import { HashMap } from "effect"

export interface Known {
  /** Of the account's stream. */
  readonly version: number
  /** Where its hash chain ended then; needed unless that version was flushed (`Append.flushLater`). */
  readonly head?: string
  readonly state: Credits.Credits
}

/** Some 300 octets each, and as much for every hold that is open. */
const accountsMax = 10_000

export interface KnownAccounts {
  readonly get: (account: string) => Known | undefined
  readonly set: (account: string, known: Known) => void
  readonly forget: (account: string) => void
}

export const make = (): KnownAccounts => {
  const known = new Map<string, Known>()
  return {
    get: (account) => known.get(account),
    set: (account, after) => {
      known.delete(account)
      known.set(account, { ...after, state: withoutClosed(after.state) })
      // The one that was set longest ago; a map keeps the order of insertion.
      if (known.size > accountsMax) known.delete(known.keys().next().value!)
    },
    forget: (account) => void known.delete(account)
  }
}

/** What is closed is asked for by retries only, and those look. */
const withoutClosed = (state: Credits.Credits): Credits.Credits => ({
  ...state,
  holds: HashMap.filter(state.holds, (hold) => Credits.remaining(hold) > 0),
  postings: HashMap.empty()
})
