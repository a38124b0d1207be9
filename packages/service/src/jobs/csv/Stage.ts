/**
 * One step of reading a file: things come in, others come out, in their order. A step keeps what it
 * cannot pass on yet; `end` is asked once, after the last thing came in.
 */
import { Effect, Stream } from "effect"

import type { CsvRefused } from "./CsvRefused.ts"

export interface Stage<In, Out> {
  readonly push: (input: In) => Effect.Effect<ReadonlyArray<Out>, CsvRefused>
  readonly end: Effect.Effect<ReadonlyArray<Out>, CsvRefused>
}

/** `make` is called for every run of the stream: a stage has a memory. */
export const through =
  <In, Out>(make: () => Stage<In, Out>) =>
  <E, R>(input: Stream.Stream<In, E, R>): Stream.Stream<Out, E | CsvRefused, R> =>
    Stream.suspend(() => {
      const stage = make()
      return input.pipe(
        Stream.mapEffect(stage.push),
        Stream.concat(Stream.fromEffect(stage.end)),
        Stream.flattenIterable
      )
    })

export const nothing: Effect.Effect<ReadonlyArray<never>> = Effect.succeed([])
