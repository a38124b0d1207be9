import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { wellKnownProviders } from "@rcpt/verifier/address/suggestDomain"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { listSources } from "@rcpt/verifier/lists/listSources"
import { bundledDomains, bundledEntries } from "@rcpt/verifier/lists/packedLists"
import { refreshLists } from "@rcpt/verifier/lists/refreshLists"
import { Effect, Result } from "effect"
import { FetchHttpClient } from "effect/http"

import { tempFolder } from "../../support/tempFolder.ts"
import { assert, describe, it } from "../../support/vitest.ts"

type Site = Readonly<Record<string, string>>

const etag = '"1"'

/** A web server with these pages; answers 304 to a client that has the page. */
const site = (pages: Site) =>
  Effect.acquireRelease(
    Effect.callback<{ base: string; close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        const page = pages[request.url ?? ""]
        const known = request.headers["if-none-match"] === etag
        response.writeHead(page === undefined ? 404 : known ? 304 : 200, { etag })
        response.end(known ? undefined : page)
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(
          Effect.succeed({ base: `http://127.0.0.1:${port}`, close: () => void server.close() })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const groups = bundledDomains()
const kept = new Map(listSources.map((source) => [source.name, bundledEntries(source, groups)]))
const bundled = (name: string): ReadonlyArray<string> => kept.get(name) ?? []

const [tompec, conf] = ["disposable-domains", "disposable-email-domains"] as const
const names = listSources.flatMap(({ name, url }) => (url === undefined ? [] : [name]))

/** Two of the bundled lists, one of them as text, each replaced by the text that a test gives. */
const pages = (changed: Partial<Record<string, string>>): Site => ({
  [`/${tompec}`]: changed[tompec] ?? JSON.stringify(bundled(tompec)),
  [`/${conf}`]: changed[conf] ?? `# comment\n${bundled(conf).join("\r\n")}\n`
})

const refreshFrom = (base: string, folder: string) =>
  refreshLists({
    folder,
    urls: Object.fromEntries(names.map((name) => [name, `${base}/${name}`]))
  }).pipe(Effect.provide(FetchHttpClient.layer))

const refreshed = (changed: Partial<Record<string, string>>) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const { base } = yield* site(pages(changed))
    const outcomes = yield* refreshFrom(base, folder)
    return {
      folder,
      base,
      outcomes,
      of: (name: string) => outcomes.find((one) => one.name === name)
    }
  })

const disposableIn = (folder: string, domain: string) =>
  Effect.gen(function* () {
    const lists = yield* Lists
    return lists.consult(Result.getOrThrow(parseAddress(`ann@${domain}`))).disposable
  }).pipe(Effect.provide(Lists.layerFrom(folder)))

describe("A refresh of the lists", () => {
  it.live("fetches new entries, which the next start uses", function* () {
    const more = [...bundled(conf), "brand-new-throwaway.test"]
    const { folder, of } = yield* refreshed({ [conf]: more.join("\n") })
    assert.deepStrictEqual(of(conf), {
      name: conf,
      _tag: "refreshed",
      before: more.length - 1,
      after: more.length
    })
    const known = yield* Effect.provide(Lists.use(Effect.succeed), Lists.layerFrom(folder))
    const { disposable } = known.consult(
      Result.getOrThrow(parseAddress("ann@brand-new-throwaway.test"))
    )
    assert.strictEqual(disposable?.list, conf)
    assert.isAbove(Date.parse(disposable?.asOf ?? ""), Date.now() - 2 * 86_400_000)
    const today = new Date().toISOString().slice(0, 10)
    assert.deepStrictEqual(known.standingOf("brand-new-throwaway.test")?.namings, [
      { list: conf, since: today }
    ])
    assert.deepInclude(known.standingOf("mailinator.com")?.namings ?? [], {
      list: conf,
      since: "2018-07-10"
    })
    assert.isTrue(known.tables.find(({ name }) => name === conf)?.refreshed)
  })

  it.live("does not download an unchanged list again", function* () {
    const { folder, base } = yield* refreshed({})
    const again = yield* refreshFrom(base, folder)
    assert.deepStrictEqual(
      again.filter(({ _tag }) => _tag === "unchanged").map(({ name }) => name),
      [conf, tompec]
    )
  })

  const part = (share: number) =>
    JSON.stringify(bundled(tompec).slice(0, Math.ceil(bundled(tompec).length * share)))

  const refusals: ReadonlyArray<readonly [what: string, text: string, why: RegExp]> = [
    ["has lost more than a fifth", part(0.79), /shrank from \d+ entries to \d+/],
    [
      "names a well-known provider",
      JSON.stringify([...bundled(tompec), "gmail.com"]),
      /calls gmail\.com disposable/
    ],
    ["is a page of HTML", "<html><body>moved</body></html>", /no list of domains/],
    ["is empty", "", /no list of domains/],
    ["is JSON of another kind", '{"domains":[]}', /no list of domains/]
  ]
  for (const [what, text, why] of refusals) {
    it.live(`refuses a list that ${what}, and keeps the old one`, function* () {
      const { folder, of } = yield* refreshed({ [tompec]: text })
      const outcome = of(tompec)
      assert.strictEqual(outcome?._tag, "refused")
      assert.match(outcome?._tag === "refused" ? outcome.why : "", why)
      assert.strictEqual(of(conf)?._tag, "refreshed")
      assert.isDefined(yield* disposableIn(folder, "mailinator.com"))
      assert.isUndefined(yield* disposableIn(folder, "gmail.com"))
    })
  }

  it.live("accepts a list that has lost a fifth or less", function* () {
    const { of } = yield* refreshed({ [tompec]: part(0.81) })
    assert.strictEqual(of(tompec)?._tag, "refreshed")
  })

  it.live("reports lists that it could not fetch, and writes no file", function* () {
    const folder = yield* tempFolder()
    const { base } = yield* site({})
    const outcomes = yield* refreshFrom(base, folder)
    assert.deepStrictEqual(
      outcomes.map((one) => one._tag === "failed" && one.why),
      names.map((name) => `${base}/${name} answers 404`)
    )
    assert.isDefined(yield* disposableIn(folder, "mailinator.com"))
  })
})

describe("A bundled list", () => {
  for (const { name, kind, asOf } of listSources) {
    it(`${name} has its date and its entries`, () => {
      assert.match(asOf, /^\d{4}-\d\d-\d\d$/)
      assert.isAbove(bundled(name).length, 400)
    })

    if (kind === "disposable") {
      it(`${name} names no well-known provider`, () =>
        assert.deepStrictEqual(
          bundled(name).filter((entry) => wellKnownProviders.has(entry)),
          []
        ))
    }
  }
})
