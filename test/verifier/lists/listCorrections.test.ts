/** Corrections of the published lists: each still changes something, and is written once. */
import { accessProviders } from "@rcpt/verifier/lists/accessProviders"
import { alsoFree, notDisposable, notFree } from "@rcpt/verifier/lists/listCorrections"
import { bundledList, listSources } from "@rcpt/verifier/lists/listSources"
import { assert, describe, it } from "vitest"

const entriesOf = (kind: string): ReadonlySet<string> =>
  new Set(
    listSources
      .filter((source) => source.kind === kind)
      .flatMap((source) => bundledList(source).entries)
  )

const domainsOf = (rows: ReadonlyArray<{ readonly domains: ReadonlyArray<string> }>) =>
  rows.flatMap(({ domains }) => domains)

const free = entriesOf("free")
const disposable = entriesOf("disposable")
const added = [
  ...domainsOf(alsoFree),
  ...accessProviders.flatMap(({ domains }) => domains.split(" "))
]

describe("A correction of a list", () => {
  it("adds what the list of free providers lacks", () =>
    assert.deepStrictEqual(
      added.filter((domain) => free.has(domain)),
      []
    ))

  it("is written once", () => assert.strictEqual(new Set(added).size, added.length))

  it("names domains that can be written after an at sign", () => {
    for (const domain of added) assert.match(domain, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
  })

  it("takes away what a list has", () => {
    for (const domain of domainsOf(notFree)) assert.isTrue(free.has(domain), domain)
    for (const domain of domainsOf(notDisposable)) assert.isTrue(disposable.has(domain), domain)
  })
})
