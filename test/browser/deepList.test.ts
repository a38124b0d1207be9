/** What the page of a deep list says of its files, and what deep mode is offered for. */
import { readFileSync } from "node:fs"

import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser } from "./world.ts"

const sandbox = (name: string): string => `${name}@sandbox.rcpt.test`

/** Sent to, with care, never and later: each of the four has rows. */
const people = listFile("people.csv", [
  "email",
  "ann@acme.test",
  "gone@acme.test",
  ...["catch_all", "role_based", "greylisted", "timeout", "mailbox_full", "relay"].map(sandbox),
  "ann@yahoo.com",
  "ann@acme.test"
])

/** Waits for the end, and for the numbers of the files. */
const finished = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { name: "Results", exact: true }).waitFor({ timeout: jobWaitMax })
  const files = page.getByRole("list", { name: "Download" })
  await files
    .getByText(/\d+ rows?\./)
    .first()
    .waitFor()
}

const rowsIn = async (page: Page, name: string): Promise<number> => {
  const started = page.waitForEvent("download")
  await page.getByRole("link", { name, exact: true }).click()
  const text = readFileSync(await (await started).path(), "utf8")
  return text.trimEnd().split("\r\n").length - 1
}

inBrowser("The page of a deep list", (it) => {
  it.effect("says how many rows each file has, and the files have them", () =>
    asOwner(async (page) => {
      await startList(page, people, "deep")
      await finished(page)
      const files = page.getByRole("list", { name: "Download" })
      const names = ["Mailbox confirmed", "Needs care", "Do not send", "Ask again later"]
      for (const name of names) {
        const rows = await rowsIn(page, name)
        assert.isAbove(rows, 0, name)
        const said = await files.getByRole("listitem").filter({ hasText: name }).innerText()
        assert.match(said, new RegExp(`\\b${rows} rows?\\.`), name)
      }
      await forEveryLook(page, assertAccessible)
      // Two were put off. Yahoo never tells, and the others have their answer.
      await page.getByRole("button", { name: "Check 2 mailboxes (up to 10 credits)" }).waitFor()
    })
  )

  it.effect("shows no number that it does not know", () =>
    asOwner(async (page) => {
      await page.route("**/facets", async (route) => {
        const response = await route.fetch()
        const { provable: _, recommendations, ...facets } = await response.json()
        const known = ["send", "do_not_send"]
        await route.fulfill({
          json: {
            ...facets,
            recommendations: recommendations.filter((one: { readonly recommendation: string }) =>
              known.includes(one.recommendation)
            )
          }
        })
      })
      await startList(page, people, "deep")
      await finished(page)
      const files = page.getByRole("list", { name: "Download" })
      assert.lengthOf(await files.getByText(/\d+ rows?\./).all(), 2)
      assert.notMatch(await files.innerText(), /\b0 rows/)
      await page.getByRole("button", { name: "Check the mailboxes", exact: true }).waitFor()
      await page.unrouteAll({ behavior: "ignoreErrors" })
    })
  )

  it.effect("offers deep mode only where a mail server may tell, and says what that costs", () =>
    asOwner(async (page) => {
      await startList(
        page,
        listFile("fast.csv", ["email", "ann@acme.test", "ann@yahoo.com", "bob@yahoo.com"])
      )
      await finished(page)
      await page.getByRole("button", { name: "Check 1 mailbox (up to 5 credits)" }).click()
      const dialog = page.getByRole("dialog", { name: "Check 1 mailbox?" })
      await dialog.getByText("Maximum cost").waitFor()
      assert.match(await dialog.innerText(), /Rows with an address\s*1\b/)
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: /^Evidence about ann@yahoo/ }).click()
      await page.getByText("Mail servers", { exact: true }).first().waitFor()
      assert.strictEqual(await page.getByRole("link", { name: /^Check the mailbox/ }).count(), 0)
    })
  )
})
