/** The subscribers of chosen lists of a listmonk, page by page, with their ids as keys. */
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

/** The most that listmonk returns at once. */
const perPage = 50

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

export const listmonkSource = Effect.map(makeCall, (call): SourceAdapter<Settings> => ({
  check: ({ url }) => Effect.asVoid(Effect.mapError(parseUrl(url), ofSettings)),
  open: ({ settings: { url, user, lists }, secret: token = "" }) => {
    const at = { url, user, token }
    return {
      read: () =>
        Effect.forEach(lists, proveList(call, at), { discard: true }).pipe(
          Effect.mapBoth({
            onFailure: ofSource,
            onSuccess: () => ({
              isUnchanged: false as const,
              version: null,
              contacts: pages(call, at, lists)
            })
          })
        )
    }
  }
}))
