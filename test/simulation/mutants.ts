/** Ledgers and stores with bugs that have cost others money. The simulation must find them. */
import type { Append, EventStore, View } from "@rcpt/store/EventStore"
import { Effect, Result } from "effect"

import type { Mutant } from "./World.ts"

/** Passes decisions a state that differs from the stored one. */
const withChangedView = (
  store: EventStore["Service"],
  change: (view: View) => View
): EventStore["Service"] => ({
  ...store,
  transact: (keys, decide) => store.transact(keys, (view) => decide(change(view)))
})

/** Only some of the writes, so that the others contradict them. */
const isAffected = ({ transfers }: Append) => transfers[0]?.amount === 5

export const mutants: Readonly<Record<string, Mutant>> = {
  "retries a command without a reply under another id": {
    ledger: (ledger, random) => ({
      ...ledger,
      submit: (account, command) =>
        ledger.submit(account, command).pipe(
          Effect.catchTag("LedgerUnavailable", () => {
            const holdId = random.uuid()
            const renamed = (state: Parameters<typeof command.decide>[0]) =>
              Result.map(command.decide(state), (events) =>
                events.map((event) => (event._tag === "CreditsHeld" ? { ...event, holdId } : event))
              )
            return ledger.submit(account, { ...command, decide: renamed })
          })
        )
    })
  },
  "replies before it has written": {
    store: (store) => ({
      ...store,
      append: (append) =>
        isAffected(append)
          ? Effect.succeed({ replayed: false, outcomes: [], available: {} })
          : store.append(append),
      transact: (keys, decide) =>
        store.transact(keys, (view) =>
          Result.map(decide(view), (decided) =>
            decided.append !== undefined && isAffected(decided.append)
              ? { ...decided, append: undefined }
              : decided
          )
        )
    })
  },
  "reports a lost reply as success": {
    ledger: (ledger) => ({
      ...ledger,
      submit: (account, command) =>
        Effect.catchTag(ledger.submit(account, command), "LedgerUnavailable", () => Effect.void)
    })
  },
  "does not see all holds": {
    store: (store) => withChangedView(store, (view) => ({ ...view, holds: view.holds.slice(1) }))
  },
  "does not see executed commands": {
    store: (store) => withChangedView(store, (view) => ({ ...view, commands: [] }))
  },
  "decides on an outdated balance": {
    store: (store) => {
      const before = new Map<string, number>()
      return withChangedView(store, (view) => {
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
