/**
 * Of the uploads of one account, a node submits one at a time. Each locks the account's ledger, and who
 * waits for a lock waits with a connection: forty uploads at once would leave none for other accounts.
 */
import { Effect, RcMap, Semaphore } from "effect"
import type { Scope } from "effect"

export type InTurn = <A, E>(account: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

export const make: Effect.Effect<InTurn, never, Scope.Scope> = Effect.gen(function* () {
  // An account's entry is there as long as somebody has the turn or waits for it.
  const turns = yield* RcMap.make({ lookup: (_account: string) => Semaphore.make(1) })
  return (account, effect) =>
    Effect.scoped(Effect.flatMap(RcMap.get(turns, account), (turn) => turn.withPermits(1)(effect)))
})
