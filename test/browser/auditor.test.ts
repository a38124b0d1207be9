/**
 * The walk of an auditor: from the month's statement to a charge in it, in double entry, and to the proof that
 * this charge is in the signed ledger, checked in the browser.
 */
import { readFile } from "node:fs/promises"

import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { verify } from "./ledgerTable.ts"
import { assertAccessible, BrowserWorld, inBrowser, open } from "./world.ts"

const ledgerKey = Buffer.alloc(32, "key").toString("base64")

const saved = async (page: Page, name: RegExp): Promise<Buffer> => {
  const saving = page.waitForEvent("download")
  await page.getByRole("link", { name }).first().click()
  return readFile(await (await saving).path())
}

const numberIn = (text: string): number => Number(text.replaceAll(",", ""))

inBrowser("An auditor", { credits: 1_000, env: { RCPT_LEDGER_KEY: ledgerKey } }, (it) => {
  it.effect("goes from a statement to a charge, and proves it", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    for (const name of ["ann", "bea", "cat"]) yield* verify(running, `email=${name}@acme.test`)
    const { page, complaints } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await open(page, "/ledger")
      await page.getByRole("tab", { name: "Statements" }).click()
      const row = page
        .getByRole("table", { name: /^Statements/ })
        .locator("tbody tr")
        .first()
      await row.waitFor()
      const sums = (await row.locator(".table-value").allInnerTexts()).slice(0, 4).map(numberIn)
      assert.deepStrictEqual(sums, [0, 1_000, 3, 997])
      assert.strictEqual((await saved(page, /^PDF of/)).toString("latin1", 0, 5), "%PDF-")
      // Every credit of the statement is in its entries.
      const [, ...entries] = (await saved(page, /^CSV of/)).toString("utf8").trimEnd().split("\r\n")
      assert.lengthOf(
        entries.filter((entry) => entry.includes(",charge,")),
        3
      )

      await row.getByRole("link", { name: /^\w+ \d{4}$/ }).click()
      await page
        .getByRole("button", { name: /^2 entries of/ })
        .first()
        .click()
      const double = page.getByRole("table", { name: /^Ledger entries of/ })
      await double.waitFor()
      assert.match(await double.innerText(), /Balance[^]*Hold[^]*Hold[^]*Spent/)
      await assertAccessible(page)
      await double.getByRole("link", { name: /^Charge/ }).click()

      const proof = page.getByRole("region", { name: "Audit proof" })
      await proof.getByRole("button", { name: "Check in this browser" }).click()
      await proof.getByRole("status").getByText("Proven: this entry").waitFor()
      assert.strictEqual(await proof.getByRole("listitem").count(), 4)
      const kept: unknown = JSON.parse((await saved(page, /^Download the proof$/)).toString("utf8"))
      assert.hasAnyKeys(Object(kept), ["inclusion", "checkpoint", "event"])
      await assertAccessible(page)
    })
    assert.deepStrictEqual(complaints, [])
  })
})
