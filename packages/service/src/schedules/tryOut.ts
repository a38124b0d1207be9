/** Tries a source and a sink before they are stored. Nothing is written. */
import { Duration, Effect, Option, Stream } from "effect"

import type { Contact } from "./adapters/Adapter.ts"
import { SinkFailed, SourceFailed } from "./adapters/Adapter.ts"
import type { Adapters, GivenSink, GivenSource, With } from "./adapters/adapters.ts"

export interface Tried {
  readonly source: { readonly contacts: ReadonlyArray<Contact>; readonly error: string | null }
  readonly sink: { readonly says: ReadonlyArray<string>; readonly error: string | null } | null
}

const contactsShown = 3

/** A person waits. A run has more time. */
const tryWaitMax = Duration.seconds(15)

const tooSlow = {
  code: "unreachable",
  sentence: `There was no answer within ${Duration.toSeconds(tryWaitMax)} s.`,
  mayHelp: true
} as const

const empty = new SourceFailed({
  code: "empty",
  sentence: "The source has no contacts: check its settings.",
  mayHelp: false
})

export const tryOut = Effect.fnUntraced(function* (
  { sources, sinks }: Adapters,
  account: string,
  { source, sink }: { readonly source: With<GivenSource>; readonly sink: With<GivenSink> | null }
) {
  const reading = Effect.gen(function* () {
    const read = yield* sources.open(account, source.given, source.secret).read(null)
    if (read.isUnchanged) return []
    const rows = yield* read.contacts.pipe(
      Stream.flattenIterable,
      Stream.take(contactsShown),
      Stream.runCollect
    )
    return rows.length === 0 ? yield* empty : rows
  }).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({ duration: tryWaitMax, orElse: () => new SourceFailed(tooSlow) }),
    Effect.match({
      onSuccess: (contacts) => ({ contacts, error: null }),
      onFailure: ({ sentence }) => ({ contacts: [], error: sentence })
    })
  )
  const writing = Option.match(Option.fromNullishOr(sink), {
    onNone: () => Effect.succeed(null),
    onSome: ({ given, secret }) =>
      sinks.open(account, given, secret).tryOut.pipe(
        Effect.timeoutOrElse({ duration: tryWaitMax, orElse: () => new SinkFailed(tooSlow) }),
        Effect.match({
          onSuccess: (says) => ({ says, error: null }),
          onFailure: ({ sentence }) => ({ says: [], error: sentence })
        })
      )
  })
  const [tried, told] = yield* Effect.all([reading, writing], { concurrency: 2 })
  return { source: tried, sink: told } satisfies Tried
})
