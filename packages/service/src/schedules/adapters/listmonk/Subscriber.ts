/** What rcpt reads and writes of a subscriber of listmonk. */
import { defined } from "@rcpt/api/defined"
import { Status } from "@rcpt/domain/Verdict"
import { Option, Schema } from "effect"

/** What rcpt has written of a subscriber, below this attribute. */
export const attribute = "rcpt"

const Written = Schema.Struct({
  status: Status,
  checked_at: Schema.String,
  /** The subscriber's status before rcpt put it on the blocklist. */
  status_before: Schema.optionalKey(Schema.String)
})
type Written = typeof Written.Type

const OurAttribute = Schema.Struct({
  ...Written.fields,
  /** What stood there before, for taking it back. */
  previous: Schema.NullOr(Written)
})
type OurAttribute = typeof OurAttribute.Type

export const Subscriber = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  name: Schema.String,
  status: Schema.String,
  attribs: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)),
  lists: Schema.NullOr(
    Schema.Array(Schema.Struct({ id: Schema.Int, subscription_status: Schema.String }))
  )
})
export type Subscriber = typeof Subscriber.Type

export const blocklisted = "blocklisted"

const decodeOurs = Schema.decodeUnknownOption(OurAttribute)
/** After it was taken back. */
const decodeWritten = Schema.decodeUnknownOption(Written)

/** What rcpt has written, if it can still be read: people may change attributes. */
export const writtenIn = ({ attribs }: Subscriber): OurAttribute | Written | undefined => {
  const written = attribs?.[attribute]
  return Option.getOrUndefined(Option.orElse(decodeOurs(written), () => decodeWritten(written)))
}

export const withoutPrevious = ({ status, checked_at, status_before }: Written): Written =>
  defined({ status, checked_at, status_before })

/** The status before rcpt put a subscriber on the blocklist, if it still is there for this reason. */
export const statusBefore = (subscriber: Subscriber): string | undefined =>
  subscriber.status === blocklisted ? writtenIn(subscriber)?.status_before : undefined
