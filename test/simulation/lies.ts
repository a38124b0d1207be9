/** Ledgers and stores that are wrong in ways that have cost others money. A simulation must find them. */
import type { Append, EventStore, View } from "@rcpt/store/EventStore"
import { Effect, Result } from "effect"

import type { Lie } from "./World.ts"

/** Shows decisions something else than what stands. */
const showing = (
  store: EventStore["Service"],
  change: (view: View) => View
): EventStore["Service"] => ({
  ...store,
  transact: (keys, decide) => store.transact(keys, (view) => decide(change(view)))
})

/** One write of many, so that the others have something to differ from. */
const isOneOfMany = ({ transfers }: Append) => transfers[0]?.amount === 5

export const lies: Readonly<Record<string, Lie>> = {
  "retries an unanswered order under another id": {
    ledger: (ledger, dice) => ({
      ...ledger,
      submit: (account, order) =>
        ledger.submit(account, order).pipe(
          Effect.catchTag("LedgerUnavailable", () => {
            const holdId = dice.uuid()
            const renamed = (state: Parameters<typeof order.decide>[0]) =>
              Result.map(order.decide(state), (events) =>
                events.map((event) => (event._tag === "CreditsHeld" ? { ...event, holdId } : event))
              )
            return ledger.submit(account, { ...order, decide: renamed })
          })
        )
    })
  },
  "answers before it has written": {
    store: (store) => ({
      ...store,
      append: (append) =>
        isOneOfMany(append)
          ? Effect.succeed({ replayed: false, outcomes: [], heads: [] })
          : store.append(append),
      transact: (keys, decide) =>
        store.transact(keys, (view) =>
          Result.map(decide(view), (decided) =>
            decided.append !== undefined && isOneOfMany(decided.append)
              ? { ...decided, append: undefined }
              : decided
          )
        )
    })
  },
  "says that a lost reply was a success": {
    ledger: (ledger) => ({
      ...ledger,
      submit: (account, order) =>
        Effect.catchTag(ledger.submit(account, order), "LedgerUnavailable", () => Effect.void)
    })
  },
  "forgets which holds there are": {
    store: (store) => showing(store, (view) => ({ ...view, holds: view.holds.slice(1) }))
  },
  "forgets which commands were carried out": {
    store: (store) => showing(store, (view) => ({ ...view, commands: [] }))
  },
  "decides by a balance of a moment ago": {
    store: (store) => {
      const before = new Map<string, number>()
      return showing(store, (view) => {
        const available = { ...view.available }
        for (const [account, now] of Object.entries(view.available)) {
          available[account] = before.get(account) ?? now
          before.set(account, now)
        }
        return { ...view, available }
      })
    }
  }
}
