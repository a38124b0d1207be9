/**
 * The subscribers of chosen lists of a listmonk, with their ids as keys. All of them are read each time: listmonk notes no
 * time when a subscriber who had left a list is put on it again.
 */
import { Effect, Option, Schema, Stream } from "effect"

import type { Contact, SourceAdapter } from "../Adapter.ts"
import { ofSettings, ofSource } from "../fault.ts"
import type { Fault } from "../fault.ts"
import { makeCall, parseUrl } from "./call.ts"
import type { At, Call } from "./call.ts"
import { blocklisted, statusBefore, Subscriber } from "./Subscriber.ts"

interface Settings {
  readonly url: string
  readonly user: string
  readonly lists: ReadonlyArray<number>
}

/** The most that a page of listmonk has. It looks for each page from the first subscriber on. */
const perPage = 50

/** Some 2 MB without long attributes: an answer has 8 at most. Whoever may query gets them from an index. */
const perQuery = 2_000

const Page = Schema.Struct({ results: Schema.Array(Subscriber), per_page: Schema.Int })

const List = Schema.Struct({ id: Schema.Int })

/** A list that was deleted has no subscribers, as if all were gone: so it is asked for first. */
const proveList = (call: Call, at: At) => (id: number) =>
  call(at, { method: "GET", path: `/api/lists/${id}`, absent: [400, 403, 404] }, List).pipe(
    Effect.filterOrFail(
      (list) => list !== undefined,
      (): Fault => ({
        code: "refused",
        sentence: `listmonk has no list ${id}, or the user may not read it.`,
        mayHelp: false
      })
    )
  )

/**
 * No mail goes to subscribers who have left the list, or are on the blocklist for another reason than ours: checking them
 * would cost credits without any use.
 */
const isReached =
  (lists: ReadonlyArray<number>) =>
  (subscriber: Subscriber): boolean =>
    (subscriber.lists ?? []).some(
      ({ id, subscription_status: status }) => lists.includes(id) && status !== "unsubscribed"
    ) &&
    (subscriber.status !== blocklisted || statusBefore(subscriber) !== undefined)

const asContact = ({ id, email }: Subscriber): Contact => ({ key: String(id), email })

/** By ids from the lowest, so that a new subscriber appears on the last page and shifts no other. */
const pages = (call: Call, at: At, lists: ReadonlyArray<number>) =>
  Stream.paginate(
    1,
    Effect.fnUntraced(function* (page: number) {
      const query = new URLSearchParams([
        ...lists.map((id) => ["list_id", String(id)]),
        ["page", String(page)],
        ["per_page", String(perPage)],
        ["order", "asc"]
      ])
      const answer = yield* call(at, { method: "GET", path: `/api/subscribers?${query}` }, Page)
      const { results, per_page: most } = answer!
      const next = results.length < most ? Option.none() : Option.some(page + 1)
      return [[results.filter(isReached(lists)).map(asContact)], next] as const
    }, Effect.mapError(ofSource))
  )

const Found = Schema.Struct({ results: Schema.Array(Subscriber) })

/** Subscribers behind an id. `undefined`: the user may not query (`subscribers:sql_query`). */
const behind = (
  call: Call,
  at: At,
  lists: ReadonlyArray<number>,
  id: number,
  absent: ReadonlyArray<number> = []
) => {
  const query = new URLSearchParams([
    ...lists.map((list) => ["list_id", String(list)]),
    ["per_page", "all"],
    ["order", "asc"],
    [
      "query",
      `subscribers.id IN (SELECT subscriber_id FROM subscriber_lists WHERE list_id IN (${lists.join(",")}) AND subscriber_id > ${id} ORDER BY subscriber_id LIMIT ${perQuery})`
    ]
  ])
  const asked = { method: "GET", path: `/api/subscribers?${query}`, absent } as const
  return Effect.map(call(at, asked, Found), (found) => found?.results)
}

const queried = (
  call: Call,
  at: At,
  lists: ReadonlyArray<number>,
  first: ReadonlyArray<Subscriber>
) =>
  Stream.paginate(
    first,
    Effect.fnUntraced(function* (results: ReadonlyArray<Subscriber>) {
      const last = results.at(-1)
      const next = last && (yield* behind(call, at, lists, last.id))
      return [
        [results.filter(isReached(lists)).map(asContact)],
        Option.fromUndefinedOr(next)
      ] as const
    }, Effect.mapError(ofSource))
  )

export const listmonkSource = Effect.map(makeCall, (call): SourceAdapter<Settings> => ({
  check: ({ url }) => Effect.asVoid(Effect.mapError(parseUrl(url), ofSettings)),
  open: ({ settings: { url, user, lists }, secret: token = "" }) => {
    const at = { url, user, token }
    return {
      read: () =>
        Effect.forEach(lists, proveList(call, at), { discard: true }).pipe(
          Effect.andThen(behind(call, at, lists, 0, [400, 403])),
          Effect.mapBoth({
            onFailure: ofSource,
            onSuccess: (first) => ({
              isUnchanged: false as const,
              version: null,
              contacts:
                first === undefined ? pages(call, at, lists) : queried(call, at, lists, first)
            })
          })
        )
    }
  }
}))
