/** All sources and sinks, one row a kind. */
import type { SinkSettings, SourceSettings } from "@rcpt/api/scheduleKinds"
import { sinkKinds, sourceKinds } from "@rcpt/api/scheduleKinds"
import type { SinkKind, SourceKind } from "@rcpt/domain/Schedule"
import { Effect } from "effect"

import { BadSettings } from "./Adapter.ts"
import type { AdapterOf, Sink, SinkAdapter, Source, SourceAdapter } from "./Adapter.ts"
import { listmonkSink } from "./listmonk/listmonkSink.ts"
import { listmonkSource } from "./listmonk/listmonkSource.ts"
import { listSource } from "./listSource.ts"
import { postgresSink } from "./postgres/postgresSink.ts"
import { postgresSource } from "./postgres/postgresSource.ts"
import { urlSource } from "./urlSource.ts"
import { webhookSink } from "./webhookSink.ts"

type Sources = { readonly [K in SourceKind]: SourceAdapter<SourceSettings[K]> }
type Sinks = { readonly [K in SinkKind]: SinkAdapter<SinkSettings[K]> }

/** Settings as a request or a row has them: `kind`, and fields that its kind may have. */
export interface Given<Kind> {
  readonly kind: Kind
}

export type GivenSource = Given<SourceKind>
export type GivenSink = Given<SinkKind>

/** Settings with their secret in clear. */
export interface With<Settings> {
  readonly given: Settings
  readonly secret: string | undefined
}

const list = new Intl.ListFormat("en", { type: "conjunction" })

/** Completes the name of the field that has the settings: whether the kind has what it needs, and nothing else. */
const fieldsRefusal = (
  given: Given<string>,
  { needs, takes, secret }: (typeof sourceKinds)[SourceKind] | (typeof sinkKinds)[SinkKind],
  hasSecret: boolean
): string | undefined => {
  const { kind, ...fields } = given
  const known: ReadonlyArray<string> = [...needs, ...takes]
  const other = Object.keys(fields).find((name) => !known.includes(name))
  if (other !== undefined)
    return `${other} must be left out with the kind "${kind}"${known.length > 0 ? `: it takes ${list.format(known)}` : ""}`
  const missing = needs.find((name) => !Object.hasOwn(fields, name))
  if (missing !== undefined) return `${missing} is required with the kind "${kind}"`
  if (hasSecret && secret === "none") return `secret must be left out with the kind "${kind}"`
  if (!hasSecret && (secret as string) === "needed")
    return `secret is required with the kind "${kind}"`
  return undefined
}

/** The kinds and their settings go together: which is the only thing that this cannot say by its types. */
interface AnyAdapter<Opened> {
  readonly open: (of: AdapterOf<never>) => Opened
  readonly check?: (settings: never, secret: string | undefined) => Effect.Effect<void, BadSettings>
}

const using = <Kind extends string, Opened>(
  adapters: Readonly<Record<Kind, AnyAdapter<Opened>>>,
  facts: Readonly<Record<Kind, (typeof sourceKinds)[SourceKind] | (typeof sinkKinds)[SinkKind]>>
) => ({
  /** The settings must have been checked. */
  open: (account: string, given: Given<Kind>, secret: string | undefined): Opened =>
    adapters[given.kind].open({ account, settings: given as never, secret }),
  check: (given: Given<Kind>, secret: string | undefined): Effect.Effect<void, BadSettings> => {
    const sentence = fieldsRefusal(given, facts[given.kind], secret !== undefined)
    if (sentence !== undefined) return Effect.fail(new BadSettings({ sentence }))
    return adapters[given.kind].check?.(given as never, secret) ?? Effect.void
  }
})

export const makeAdapters = Effect.gen(function* () {
  const sources: Sources = {
    list: yield* listSource,
    url: yield* urlSource,
    postgres: yield* postgresSource,
    listmonk: yield* listmonkSource
  }
  const sinks: Sinks = {
    webhook: yield* webhookSink,
    postgres: yield* postgresSink,
    listmonk: yield* listmonkSink
  }
  return {
    sources: using<SourceKind, Source>(sources, sourceKinds),
    sinks: using<SinkKind, Sink>(sinks, sinkKinds)
  }
})

export type Adapters = Effect.Success<typeof makeAdapters>
