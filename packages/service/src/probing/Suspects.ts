/**
 * Bounds how many suspicious rows this process tries at once (queue/suspicion.ts): if it dies, one of them
 * must be the cause. The bound holds per kind of suspicion, over all guards of the process.
 */
import { Context, Effect, Layer, Semaphore } from "effect"
import type { Duration } from "effect"

import { NodeLease } from "../platform/NodeLease.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import type { LeasedRow, ProbeQueueKey } from "./queue/ProbeRow.ts"
import { aloneAfter, rowsAtOnce } from "./queue/suspicion.ts"

const kindOf = ({ failures }: LeasedRow): number => Math.min(failures, aloneAfter)

export class Suspects extends Context.Service<
  Suspects,
  {
    /** Notes whether the queue has suspicious rows. Pulls ask for none as long as it has none. */
    readonly note: (exist: boolean) => void
    /** Pulls as many as may be tried now. The caller gives each back once its work has ended. */
    readonly pull: (
      key: ProbeQueueKey,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<LeasedRow>>
    /** Makes room for another row. It does nothing for a row that is not suspicious. */
    readonly giveBack: (row: LeasedRow) => void
  }
>()("@rcpt/service/probing/Suspects") {
  static readonly layer: Layer.Layer<Suspects, never, NodeLease | ProbeQueue> = Layer.effect(
    Suspects,
    Effect.gen(function* () {
      const queue = yield* ProbeQueue
      const { holder } = yield* NodeLease
      const inTurn = yield* Semaphore.make(1)
      const rooms = Array.from({ length: aloneAfter + 1 }, (_, kind) => kind && rowsAtOnce(kind))
      let exist = false

      const pullNow = (key: ProbeQueueKey, lease: Duration.Duration) =>
        Effect.gen(function* () {
          if (rooms.every((room) => room === 0)) return []
          const rows = yield* queue.pullSuspects({ ...key, rooms, holder: holder(), lease })
          for (const row of rows) rooms[kindOf(row)]! -= 1
          return rows
        })

      return Suspects.of({
        note: (found) => {
          exist = found
        },
        pull: (key, lease) =>
          exist ? inTurn.withPermits(1)(pullNow(key, lease)) : Effect.succeed([]),
        giveBack: (row) => {
          if (row.failures > 0) rooms[kindOf(row)]! += 1
        }
      })
    })
  )
}
