/** What must hold of a listmonk as source and sink, for a real one and for its API as the docs describe it. */
import { listmonkSink } from "@rcpt/service/schedules/adapters/listmonk/listmonkSink"
import { listmonkSource } from "@rcpt/service/schedules/adapters/listmonk/listmonkSource"
import { Effect, Stream } from "effect"
import type { Scope } from "effect"

import { emptyDatabase } from "../../support/freshDatabase.ts"
import { assert, it } from "../../support/vitest.ts"
import { change, run, worldOn } from "./adapterWorld.ts"

export interface Seen {
  readonly status: string
  readonly attribs: Readonly<Record<string, unknown>>
  /** The status of the subscription. */
  readonly list: string
}

/**
 * A listmonk with a list of 120 subscribers, `c1@acme.test` to `c120@acme.test`, all of them from Bonn. The second has left
 * it, and the third is on the blocklist.
 */
export interface Listmonk {
  readonly at: { readonly url: string; readonly user: string }
  readonly token: string
  readonly list: number
  readonly stateOf: (email: string) => Effect.Effect<Seen>
}

const account = "acc_1"

/** The adapters, for a listmonk. */
export const adaptersFor = Effect.fnUntraced(function* ({ at, token }: Listmonk) {
  const world = yield* worldOn(yield* emptyDatabase())
  const [sources, sinks] = yield* Effect.all([listmonkSource, listmonkSink]).pipe(
    Effect.provide(world)
  )
  return {
    read: (lists: ReadonlyArray<number>, secret = token) =>
      sources
        .open({ account, settings: { ...at, lists }, secret })
        .read(null)
        .pipe(
          Effect.flatMap((read) =>
            read.isUnchanged ? Effect.die("unchanged") : Stream.runCollect(read.contacts)
          ),
          Effect.map((pages) => pages.flat()),
          Effect.scoped
        ),
    sink: (secret = token) => sinks.open({ account, settings: { ...at, blocklist: true }, secret })
  }
})

const enabled: Seen = { status: "enabled", attribs: { city: "Bonn" }, list: "confirmed" }

export const tell = (started: Effect.Effect<Listmonk, never, Scope.Scope>): void => {
  it.live("is read without those whom no mail reaches", () =>
    Effect.gen(function* () {
      const listmonk = yield* started
      const { read, sink } = yield* adaptersFor(listmonk)
      const emails = (yield* read([listmonk.list])).map(({ email }) => email)
      assert.strictEqual(emails.length, 118)
      assert.notInclude(emails, "c2@acme.test")
      assert.notInclude(emails, "c3@acme.test")
      assert.match((yield* Effect.flip(read([999]))).sentence, /no list 999/)
      assert.match((yield* Effect.flip(read([listmonk.list], "wrong"))).sentence, /no list|refuses/)
      assert.match((yield* Effect.flip(sink("wrong").tryOut)).sentence, /refuses the user/)
    }).pipe(Effect.scoped)
  )

  it.live("has what changed, and what it had before once that is taken back", () =>
    Effect.gen(function* () {
      const listmonk = yield* started
      const { stateOf } = listmonk
      const { read, sink: sinkFor } = yield* adaptersFor(listmonk)
      const sink = sinkFor()
      const contacts = yield* read([listmonk.list])
      const { key } = contacts.find(({ email }) => email === "c1@acme.test")!
      yield* sink.tryOut
      assert.deepStrictEqual(yield* stateOf("c1@acme.test"), enabled)

      // The second has the key of another program, and the third is gone.
      const first = change(key, { email: "c1@acme.test" })
      const { checked_at } = first
      const changes = [
        first,
        change("K-7", { email: "c5@acme.test", status: "valid", recommendation: "send" }),
        change("999999", { email: "gone@acme.test" })
      ]
      yield* sink.write(run, changes)
      yield* sink.write(run, changes)
      const ours = { status: "invalid", checked_at, status_before: "enabled" }
      assert.deepStrictEqual(yield* stateOf("c1@acme.test"), {
        ...enabled,
        status: "blocklisted",
        attribs: { city: "Bonn", rcpt: { ...ours, previous: null } }
      })
      assert.deepStrictEqual(yield* stateOf("c5@acme.test"), {
        ...enabled,
        attribs: { city: "Bonn", rcpt: { status: "valid", checked_at, previous: null } }
      })

      // Those that rcpt blocks are still read, or they could never come back.
      assert.include(
        (yield* read([listmonk.list])).map(({ email }) => email),
        "c1@acme.test"
      )
      const revived = {
        ...first,
        status: "valid",
        recommendation: "send",
        checked_at: "2026-12-29T23:00:00.000Z"
      } as const
      yield* sink.write(run, [revived])
      assert.deepInclude(yield* stateOf("c1@acme.test"), { status: "enabled" })
      yield* sink.takeBack!([revived])
      assert.deepStrictEqual(yield* stateOf("c1@acme.test"), {
        ...enabled,
        status: "blocklisted",
        attribs: { city: "Bonn", rcpt: ours }
      })

      yield* sink.takeBack!(changes)
      assert.deepStrictEqual(yield* stateOf("c5@acme.test"), {
        ...enabled,
        attribs: { city: "Bonn", rcpt: null }
      })
    }).pipe(Effect.scoped)
  )
}
