/**
 * Converts domain events to stored events and back: stream names, schema versions, JSON encoding and
 * checked decoding. The store knows no event types: each aggregate declares its `EventFormat`.
 *
 * A schema only grows: new fields are optional. Where that is not enough, the event gets an upcast,
 * which converts data of one version to the next. The version counts them: an event without upcasts
 * is version 1. Stored events are never rewritten; they are upcast when they are read.
 */
import { Schema } from "effect"

import type { NewEvent, StoredEvent } from "./EventStore.ts"

interface Tagged {
  readonly _tag: string
}

type Cases = Readonly<Record<string, Schema.Codec<Tagged, Tagged>>>

/** Converts the stored data of one version of an event to the next version. */
type Upcast = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** How the events of one aggregate are stored. */
interface EventFormat<Events extends Cases> {
  /** Streams are `<category>-<id>`. Stored: never rename. */
  readonly category: string
  /** A `Schema.TaggedUnion`: a schema per event tag. Tags are stored: never rename. */
  readonly events: { readonly cases: Events }
  /** The upcasts of each tag, the oldest first: the one at index 0 takes version 1 to version 2. */
  readonly upcasts: { readonly [Tag in keyof Events]?: ReadonlyArray<Upcast> }
}

export interface EventCodec<Event extends Tagged> {
  readonly streamOf: (id: string) => string
  /** `undefined`: a stream of another category. */
  readonly idOf: (stream: string) => string | undefined
  readonly encode: (event: Event) => NewEvent
  /**
   * Throws on an unknown event, or a newer version of a known one: a newer program wrote it, and it
   * must not be skipped.
   */
  readonly decode: (stored: Pick<StoredEvent, "type" | "v" | "data">) => Event
}

export const make = <Events extends Cases>({
  category,
  events: { cases },
  upcasts
}: EventFormat<Events>): EventCodec<Events[keyof Events]["Type"]> => {
  type Event = Events[keyof Events]["Type"]
  const prefix = `${category}-`
  const codecs = new Map(
    Object.entries(cases).map(([tag, schema]) => {
      const steps: ReadonlyArray<Upcast> = upcasts[tag] ?? []
      const codec = {
        steps,
        version: steps.length + 1,
        encode: Schema.encodeUnknownSync(schema),
        decode: Schema.decodeUnknownSync(schema) as (data: unknown) => Event
      }
      return [tag, codec]
    })
  )

  const codecOf = (tag: string) => {
    const codec = codecs.get(tag)
    if (codec === undefined) throw new Error(`unknown event ${tag} in a stream of ${category}`)
    return codec
  }

  return {
    streamOf: (id) => prefix + id,
    idOf: (stream) => (stream.startsWith(prefix) ? stream.slice(prefix.length) : undefined),
    encode: (event) => {
      const { version, encode } = codecOf(event._tag)
      const { _tag, ...data } = encode(event)
      return { type: _tag, v: version, data: JSON.stringify(data) }
    },
    decode: ({ type, v, data }) => {
      const { steps, version, decode } = codecOf(type)
      if (v > version) throw new Error(`${type} is of version ${v}, known up to ${version}`)
      const stored = JSON.parse(data) as Readonly<Record<string, unknown>>
      const current = steps.slice(v - 1).reduce((older, upcast) => upcast(older), stored)
      return decode({ ...current, _tag: type })
    }
  }
}
