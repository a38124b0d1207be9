/** The endpoints of an account's inlets. What services send to them is taken by http/inletEvents.ts. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import type * as Body from "@rcpt/api/Inlet"
import { BadRequest, inletNotFound, tooManyInlets } from "@rcpt/api/Problem"
import { NoInlet } from "@rcpt/domain/AccountInlets"
import { InletFate, inletKinds, inletsMax } from "@rcpt/domain/Inlet"
import { uuid } from "@rcpt/domain/limits"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { Inlets } from "../../inlets/Inlets.ts"
import type { BadKey, Inlet, ShownEvent } from "../../inlets/Inlets.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { inletUrl } from "../inletEvents.ts"

const isoTime = (date: Date | null) => date && date.toISOString()

const countsOf = (counts: Inlet["counts"]) =>
  Object.fromEntries(
    InletFate.literals.map((fate) => [fate, counts[fate] ?? 0])
  ) as Body.Inlet["counts"]

const inletBody = (inlet: Inlet): Body.Inlet => ({
  id: inlet.id,
  kind: inlet.kind,
  name: inlet.name,
  status: inletKinds[inlet.kind].proof === "signed" && !inlet.hasKey ? "needs_key" : "live",
  has_key: inlet.hasKey,
  created_at: inlet.createdAt.toISOString(),
  last_event_at: isoTime(inlet.lastEventAt),
  previous_url_until: isoTime(inlet.previousUntil),
  counts: countsOf(inlet.counts)
})

const eventBody = (event: ShownEvent): Body.InletEvent => ({
  email: event.email,
  type: event.type,
  outcome: event.outcome,
  ...(event.response !== null && { smtp_response: event.response }),
  occurred_at: event.occurredAt.toISOString(),
  received_at: event.receivedAt.toISOString(),
  result: event.fate
})

const withInlets = <A, E>(
  use: (inlets: Inlets["Service"], account: string) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    return yield* use(yield* Inlets, accountId).pipe(readTimeout(readWaitMax))
  })

/** Finds an inlet by the id in the path, which may be any text. */
const named = <A, E>(
  id: string,
  use: (inlets: Inlets["Service"], account: string) => Effect.Effect<A, E>
) =>
  withInlets<A, E | NoInlet>((inlets, account) =>
    uuid.test(id) ? use(inlets, account) : Effect.fail(new NoInlet())
  )

const withUrl = ({ inlet, secret }: { readonly inlet: Inlet; readonly secret: string }) =>
  Effect.map(inletUrl(secret), (url) => ({ ...inletBody(inlet), url }))

const failNoInlet = () => Effect.fail(inletNotFound)
const failBadKey = ({ must }: BadKey) =>
  Effect.fail(new BadRequest({ error: `signing_key ${must}` }))

export const inletsHandlers = HttpApiBuilder.group(Api, "Inlets", (handlers) =>
  handlers
    .handle("list", () =>
      withInlets(({ all }, account) => all(account)).pipe(
        Effect.map((inlets) => ({ inlets: inlets.map(inletBody), max: inletsMax }))
      )
    )
    .handle("create", ({ payload: { kind, name, signing_key: key } }) =>
      withInlets(({ create }, account) =>
        create(account, { kind, name: name.trim(), key: key?.trim() })
      ).pipe(
        Effect.flatMap(withUrl),
        Effect.catchTags({ BadKey: failBadKey, TooManyInlets: () => Effect.fail(tooManyInlets) })
      )
    )
    .handle("find", ({ params: { id } }) =>
      named(id, ({ find, events }, account) => Effect.all([find(account, id), events(id)])).pipe(
        Effect.map(([inlet, events]) => ({ ...inletBody(inlet), events: events.map(eventBody) })),
        Effect.catchTag("NoInlet", failNoInlet)
      )
    )
    .handle("change", ({ params: { id }, payload: { name, signing_key: key } }) =>
      named(id, ({ change }, account) =>
        change(account, id, { name: name?.trim(), key: key?.trim() })
      ).pipe(Effect.map(inletBody), Effect.catchTags({ BadKey: failBadKey, NoInlet: failNoInlet }))
    )
    .handle("remove", ({ params: { id } }) =>
      named(id, ({ remove }, account) => remove(account, id)).pipe(
        Effect.as({ message: "the inlet is removed" }),
        Effect.catchTag("NoInlet", failNoInlet)
      )
    )
    .handle("rotate", ({ params: { id } }) =>
      named(id, ({ rotate }, account) => rotate(account, id)).pipe(
        Effect.flatMap(withUrl),
        Effect.catchTag("NoInlet", failNoInlet)
      )
    )
)
