/**
 * Leases of this node on rows that it does not work on: the reply to a pull was lost, or its rows could not
 * be handed back while the database was away. Nobody else takes them as long as the node lives, so the node
 * releases them itself, and tries until it has.
 */
import { Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"

/** Of one pull, and who holds its rows. */
export interface LostLease {
  readonly holder: string
  readonly lease: string
}

/** The statement whose reply was lost may still run, for as long as a statement may (`Database.ts`). */
const settlesAfter = Duration.millis(2_500)

const retryEvery = Duration.seconds(1)

export interface LostLeases {
  readonly add: (lost: ReadonlyArray<LostLease>) => Effect.Effect<void>
}

/** `release` frees the rows of a pull that its holder still has, and fails while the database is away. */
export const makeLostLeases = (
  release: (lost: LostLease) => Effect.Effect<unknown>
): Effect.Effect<LostLeases, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const releaseSurely = (lost: LostLease) =>
      release(lost).pipe(
        Effect.catchCause((cause) =>
          Effect.andThen(
            Effect.logDebug("Lost rows could not be released", cause),
            Effect.fail(lost)
          )
        ),
        Effect.retry(Schedule.spaced(retryEvery)),
        Effect.delay(settlesAfter)
      )
    return {
      add: (lost) =>
        Effect.forEach(lost, (one) => Effect.forkIn(releaseSurely(one), scope), { discard: true })
    }
  })
