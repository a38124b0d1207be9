/** What the palette offers for a text, and which command a key is. */
import { assert, describe, it } from "vitest"

import { paletteItems } from "../../packages/dashboard/src/palette/paletteItems.ts"
import { commandOf, sequenceMax } from "../../packages/dashboard/src/palette/shortcutKeys.ts"
import type { KeyPress } from "../../packages/dashboard/src/palette/shortcutKeys.ts"

const id = "01890a5d-ac96-774b-bcce-b302099a8057"

const sources = {
  pages: [
    { href: "/", label: "Overview", words: "home" },
    { href: "/ledger", label: "Ledger", words: "credits receipts" }
  ],
  jobs: [
    { id, filename: "spring newsletter.csv", status: "complete" as const },
    { id: id.replace("0", "1"), filename: "autumn.csv", status: "processing" as const }
  ]
}

const labels = (text: string) => paletteItems(text, sources).map(({ label }) => label)

describe("The palette", () => {
  it("offers every page and list for no text", () => {
    assert.deepStrictEqual(labels(" "), [
      "Overview",
      "Ledger",
      "Keyboard shortcuts",
      "spring newsletter.csv",
      "autumn.csv"
    ])
  })

  it("finds pages and lists by any words of their names, in any order and case", () => {
    assert.deepStrictEqual(labels("RECEIPTS"), ["Ledger"])
    assert.deepStrictEqual(labels("news spring"), ["spring newsletter.csv"])
    assert.deepStrictEqual(labels("no such thing"), [])
  })

  it("offers the check of an address with its price, and the deep one first if it was asked for", () => {
    for (const text of ["ann@acme.test", "verify ann@acme.test", "  Check ann@acme.test "])
      assert.deepStrictEqual(labels(text), [
        "Verify ann@acme.test",
        "Verify ann@acme.test in deep mode"
      ])
    const [deep, fast] = paletteItems("deep ann@acme.test", sources)
    assert.deepStrictEqual(deep?.act, { verify: { email: "ann@acme.test", mode: "deep" } })
    assert.deepStrictEqual(
      [deep?.note, fast?.note],
      ["deep: at most 5 credits", "fast: at most 1 credit"]
    )
    assert.strictEqual(paletteItems("a@sandbox.rcpt.test", sources)[0]?.note, "free: sandbox")
    assert.deepStrictEqual(labels("ann@"), [])
  })

  it("opens the receipt of an entry and the list of an id", () => {
    assert.deepStrictEqual(paletteItems("4711-1", sources)[0]?.act, { href: "/ledger/4711-1" })
    assert.deepStrictEqual(
      paletteItems(id.toUpperCase(), sources).map(({ act }) => act),
      [{ href: `/jobs/${id}` }, { href: `/ledger?job=${id}` }, { href: `/jobs/${id}` }]
    )
  })
})

describe("A key", () => {
  const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isTyping: false,
    sinceG: undefined,
    ...more
  })
  const hrefs = ["/", "/ledger"]

  it("opens a page after g, and only one that the navigation has", () => {
    assert.deepStrictEqual(commandOf(press("l", { sinceG: 100 }), true, hrefs), { href: "/ledger" })
    assert.isUndefined(commandOf(press("m", { sinceG: 100 }), true, hrefs))
    assert.isUndefined(commandOf(press("l", { sinceG: sequenceMax + 1 }), true, hrefs))
    assert.isUndefined(commandOf(press("l"), true, hrefs))
  })

  it("is text in a field, and nothing at all if shortcuts are off", () => {
    for (const key of ["?", "l"]) {
      assert.isUndefined(commandOf(press(key, { sinceG: 1, isTyping: true }), true, hrefs))
      assert.isUndefined(commandOf(press(key, { sinceG: 1 }), false, hrefs))
      assert.isUndefined(commandOf(press(key, { sinceG: 1, ctrlKey: true }), true, hrefs))
    }
    assert.strictEqual(commandOf(press("?"), true, hrefs), "shortcuts")
  })

  it("opens the palette with Ctrl or Cmd, also from a field and if shortcuts are off", () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }])
      assert.strictEqual(
        commandOf(press("k", { ...more, isTyping: true }), false, hrefs),
        "palette"
      )
  })
})
