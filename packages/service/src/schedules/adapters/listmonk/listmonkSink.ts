/**
 * Changes as an attribute of the subscribers of a listmonk, and its blocklist for addresses that nothing should be sent to,
 * if that was chosen. What stood there before is kept in the attribute, so that it can be taken back.
 */
import { Effect, Schema } from "effect"

import type { Change, SinkAdapter } from "../Adapter.ts"
import { ofSettings, ofSink, refused } from "../fault.ts"
import { makeCall, parseUrl } from "./call.ts"
import type { At, Call } from "./call.ts"
import {
  attribute,
  blocklisted,
  statusBefore,
  Subscriber,
  withoutPrevious,
  writtenIn
} from "./Subscriber.ts"

interface Settings {
  readonly url: string
  readonly user: string
  readonly blocklist?: boolean
}

/** Requests at once. listmonk runs on small machines, with ten connections to its database. */
const requestsAtOnce = 4

/** A subscriber who is gone, who this user may not see, or whose address listmonk itself does not take. */
const absent = [400, 403, 404, 405]

const Profile = Schema.Struct({
  user_role: Schema.Struct({
    id: Schema.Int,
    permissions: Schema.NullOr(Schema.Array(Schema.String))
  })
})

/** The role that listmonk is installed with has all permissions without naming them. */
const superAdmin = 1

/** Without it, each change would look as if its subscriber were gone. */
const mayWrite = Effect.fnUntraced(function* (call: Call, at: At) {
  const profile = yield* call(at, { method: "GET", path: "/api/profile" }, Profile)
  const { id, permissions } = profile!.user_role
  const has = (name: string) => id === superAdmin || (permissions ?? []).includes(name)
  if (!has("subscribers:manage"))
    return yield* refused("The user of listmonk needs the permission subscribers:manage.")
  if (!has("subscribers:get") && !has("subscribers:get_all"))
    return yield* refused("The user of listmonk needs the permission subscribers:get_all.")
})

const Found = Schema.Struct({ results: Schema.Array(Subscriber) })

/** Characters with a meaning in the regular expressions of Postgres, which listmonk searches by. */
const special = /[\\^$.|?*+()[\]{}]/g

const isOf =
  ({ email }: Change) =>
  (subscriber: Subscriber | undefined): subscriber is Subscriber =>
    subscriber?.email.toLowerCase() === email.toLowerCase()

/** Keys are ids of listmonk if the source is one, and the address tells whether it is. */
const find = Effect.fnUntraced(function* (call: Call, at: At, change: Change) {
  if (/^\d{1,18}$/.test(change.key)) {
    const path = `/api/subscribers/${change.key}`
    const known = yield* call(at, { method: "GET", path, absent }, Subscriber)
    if (isOf(change)(known)) return known
  }
  const search = `^${change.email.replaceAll(special, String.raw`\$&`)}$`
  const path = `/api/subscribers?${new URLSearchParams({ search })}`
  const found = yield* call(at, { method: "GET", path, absent }, Found)
  return found?.results.find(isOf(change))
})

interface Update {
  readonly rcpt: ReturnType<typeof writtenIn> | null
  readonly status?: string
}

/** listmonk before 6.1 has no `PATCH`, and its `PUT` needs all that is to stay. */
const update = Effect.fnUntraced(function* (
  call: Call,
  at: At,
  { id, name, email, attribs, lists, status: current }: Subscriber,
  { rcpt, status = current }: Update
) {
  const path = `/api/subscribers/${id}`
  const changed = { status, attribs: { [attribute]: rcpt } }
  const patched = yield* call(at, { method: "PATCH", path, body: changed, absent }, Subscriber)
  if (patched !== undefined) return
  const all = {
    name,
    email,
    status,
    attribs: { ...attribs, [attribute]: rcpt },
    lists: (lists ?? []).map((list) => list.id)
  }
  yield* call(at, { method: "PUT", path, body: all, absent }, Subscriber)
})

/** What to write of a change, or nothing if it was written before a crash. */
const written = (
  change: Change,
  subscriber: Subscriber,
  hasBlocklist: boolean
): Update | undefined => {
  const previous = writtenIn(subscriber)
  if (previous?.checked_at === change.checked_at) return undefined
  const before = statusBefore(subscriber)
  const isUnwanted = hasBlocklist && change.recommendation === "do_not_send"
  const blocks = isUnwanted && (before !== undefined || subscriber.status !== blocklisted)
  const revives = before !== undefined && hasBlocklist && !isUnwanted
  const kept = blocks ? (before ?? subscriber.status) : revives ? undefined : before
  return {
    rcpt: {
      status: change.status,
      checked_at: change.checked_at,
      ...(kept !== undefined && { status_before: kept }),
      previous: previous === undefined ? null : withoutPrevious(previous)
    },
    ...(blocks && { status: blocklisted }),
    ...(revives && { status: before })
  }
}

/** What stood there before the change, if it still stands there. */
const takenBack = (change: Change, subscriber: Subscriber): Update | undefined => {
  const current = writtenIn(subscriber)
  if (current?.checked_at !== change.checked_at || !("previous" in current)) return undefined
  const { previous } = current
  const before = statusBefore(subscriber)
  return {
    rcpt: previous,
    ...(before !== undefined && previous?.status_before === undefined && { status: before }),
    ...(previous?.status_before !== undefined && { status: blocklisted })
  }
}

export const listmonkSink = Effect.map(makeCall, (call): SinkAdapter<Settings> => ({
  check: ({ url }) => Effect.asVoid(Effect.mapError(parseUrl(url), ofSettings)),
  open: ({ settings: { url, user, blocklist = false }, secret: token = "" }) => {
    const at = { url, user, token }
    const each = (
      changes: ReadonlyArray<Change>,
      updateFor: (change: Change, subscriber: Subscriber) => Update | undefined
    ) =>
      Effect.andThen(
        mayWrite(call, at),
        Effect.forEach(
          changes,
          Effect.fnUntraced(function* (change) {
            const subscriber = yield* find(call, at, change)
            const wanted = subscriber && updateFor(change, subscriber)
            if (wanted !== undefined) yield* update(call, at, subscriber!, wanted)
          }),
          { concurrency: requestsAtOnce, discard: true }
        )
      ).pipe(Effect.mapError(ofSink))
    return {
      write: (_, changes) =>
        each(changes, (change, subscriber) => written(change, subscriber, blocklist)),
      tryOut: mayWrite(call, at).pipe(
        Effect.as(["listmonk accepts the user, who may change subscribers. Nothing was written."]),
        Effect.mapError(ofSink)
      ),
      takeBack: (changes) => each(changes, takenBack)
    }
  }
}))
