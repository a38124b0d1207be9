/** Lists that become newer while the service runs, fetched from a web server on this machine. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { keepListsFresh, watchLists } from "@rcpt/service/probing/keepListsFresh"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { listSources } from "@rcpt/verifier/lists/listSources"
import { bundledEntries } from "@rcpt/verifier/lists/packedLists"
import { Duration, Effect, Schedule } from "effect"

import { tempFolder } from "../../support/tempFolder.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const fresh = "throwaway-since-today.test"
const lists = listSources.filter(({ url }) => url !== undefined)

/** The bundled lists; those of throwaway domains have one more, or lose half of them. */
const pageOf = (name: string, isBroken: boolean): string => {
  const source = lists.find((one) => one.name === name)!
  const entries = bundledEntries(source)
  if (isBroken) return entries.slice(0, entries.length / 2).join("\n")
  return [...entries, ...(source.kind === "disposable" ? [fresh] : [])].join("\n")
}

const site = (isBroken: boolean) =>
  Effect.acquireRelease(
    Effect.callback<{ base: string; close: () => void }>((resume) => {
      const server = createServer((request, response) =>
        response.end(pageOf(request.url!.slice(1), isBroken))
      )
      server.listen(0, "127.0.0.1", () => {
        const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ base, close: () => void server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** Whether the new domain is known, before the lists were fetched and some time after. */
const knownWith = (isBroken: boolean) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const { base } = yield* site(isBroken)
    const urls = Object.fromEntries(lists.map(({ name }) => [name, `${base}/${name}`]))
    return yield* Effect.gen(function* () {
      const known = yield* Lists
      const isKnown = Effect.sync(
        () =>
          known.consult({ localPart: "a", domain: fresh, smtputf8: false }).disposable !== undefined
      )
      yield* Effect.forkScoped(watchLists(folder, Duration.millis(50)))
      const before = yield* isKnown
      yield* Effect.forkScoped(keepListsFresh({ folder, urls, every: Duration.days(7) }))
      yield* isKnown.pipe(
        Effect.repeat({
          until: (found) => found,
          schedule: Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "5 seconds" }))
        })
      )
      return { before, after: yield* isKnown }
    }).pipe(Effect.provide(Lists.layerFrom(folder)))
  }).pipe(Effect.scoped)

describe("Lists of a running service", () => {
  it.live("are fetched and used without a restart", () =>
    Effect.map(knownWith(false), (known) =>
      assert.deepStrictEqual(known, { before: false, after: true })
    )
  )

  it.live("stay as they were when the new ones lost half of their entries", () =>
    Effect.map(knownWith(true), (known) =>
      assert.deepStrictEqual(known, { before: false, after: false })
    )
  )
})
