/**
 * One stage of reading a file: it turns inputs into outputs, in order. A stage may hold inputs back;
 * `end` is run once, after the last input.
 */
import { Effect, Stream } from "effect"

import type { CsvRefused } from "./CsvRefused.ts"

export interface StreamStage<In, Out> {
  readonly push: (input: In) => Effect.Effect<ReadonlyArray<Out>, CsvRefused>
  readonly end: Effect.Effect<ReadonlyArray<Out>, CsvRefused>
}

/** `make` is called for each run of the stream, because a stage has state. */
export const through =
  <In, Out>(make: () => StreamStage<In, Out>) =>
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
