/**
 * The guards that live on this node, and the one fiber that shows them to operators. Ten thousand
 * guards would be ten thousand timers otherwise.
 */
import type { LineStatus } from "@rcpt/verifier/mx/LineStatus"
import type { MxLine } from "@rcpt/verifier/mx/MxLine"
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import type { Scope } from "effect"

import { nodeName } from "../nodeName.ts"
import type { Line } from "../probes/ProbeRow.ts"
import { GuardRecords } from "./GuardRecords.ts"

/** How old what an operator sees may be. */
const shownEvery = Duration.seconds(2)

/** Rows of one statement. */
const shownAtOnce = 500

interface Live {
  readonly name: Line
  readonly line: MxLine
  shown: string
  /** It had nothing to do when it was shown last: while that lasts, nothing is new. */
  wasIdle: boolean
}

export class LiveGuards extends Context.Service<
  LiveGuards,
  {
    /** From now on until the scope closes. */
    readonly register: (name: Line, line: MxLine) => Effect.Effect<void, never, Scope.Scope>
    readonly all: Effect.Effect<ReadonlyArray<Line & { readonly status: LineStatus }>>
  }
>()("@rcpt/service/guards/LiveGuards") {}

export const layer: Layer.Layer<LiveGuards, never, GuardRecords> = Layer.effect(
  LiveGuards,
  Effect.gen(function* () {
    const records = yield* GuardRecords
    const guards = new Set<Live>()

    const all = Effect.suspend(() =>
      Effect.forEach(guards, ({ name, line }) =>
        Effect.map(line.status, (status) => ({ ...name, status }))
      )
    )

    const news = Effect.fnUntraced(function* (guard: Live) {
      const isIdle = guard.line.isIdle()
      if (isIdle && guard.wasIdle) return []
      guard.wasIdle = isIdle
      const status = yield* guard.line.status
      const text = JSON.stringify(status)
      if (text === guard.shown) return []
      guard.shown = text
      return [{ ...guard.name, node: nodeName, status }]
    })

    const showAll = Effect.gen(function* () {
      const changed = (yield* Effect.forEach(guards, news)).flat()
      for (let i = 0; i < changed.length; i += shownAtOnce) {
        yield* records.show(changed.slice(i, i + shownAtOnce))
      }
    }).pipe(Effect.catchCause((cause) => Effect.logDebug("Guards could not be shown", cause)))

    yield* Effect.forkScoped(Effect.repeat(showAll, Schedule.spaced(shownEvery)))

    return LiveGuards.of({
      all,
      register: (name, line) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => {
              const live: Live = { name, line, shown: "", wasIdle: false }
              guards.add(live)
              return live
            }),
            (live) => Effect.sync(() => guards.delete(live))
          )
        )
    })
  })
)
