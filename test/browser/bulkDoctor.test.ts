/** Lists that are not as the service wants them: any column, no header, slips, pasted addresses. */
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { choose, forEveryLook, jobWaitMax, listFile } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser, open } from "./world.ts"

const messy = listFile("messy.csv", [
  "1;ann@acme.test;Ann",
  "2;mailto:bob@acme.test;Bob",
  '3;"cat@acme.test, dan@acme.test";Cat and Dan',
  "4;e\u200bve@acme.test;Eve"
])

/** Starts the chosen list and downloads all its rows. */
const resultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.getByRole("button", { name: "Start verification" }).click()
  await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
  const path = new URL(page.url()).pathname
  const csv = await page.request.get(`/api/v1${path}/download`)
  return (await csv.text()).trimEnd().split("\r\n")
}

const slip = (page: Page) => page.locator(".bulk-price")

const paste = (page: Page, text: string, into: string): Promise<void> =>
  page.evaluate(
    ({ text, into }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", text)
      document
        .querySelector(into)
        ?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
        )
    },
    { text, into }
  )

inBrowser("The list doctor", { credits: 5_000 }, (it) => {
  it.effect("takes a list without a header, and shows what it repairs in it", () =>
    asOwner(async (page) => {
      await choose(page, messy)
      await page.getByRole("columnheader", { name: "Column 2 Addresses" }).waitFor()
      assert.isFalse(await page.getByLabel("The first row names the columns").isChecked())
      await page.getByText("3 cells repaired, 1 row added").waitFor()
      await page.getByText("e[U+200B]ve@acme.test").waitFor()
      await slip(page).getByText("Maximum cost").waitFor()
      assert.match(await slip(page).innerText(), /Maximum cost\s*5 credits/)
      const [header, ...rows] = await resultsOf(page)
      assert.match(header ?? "", /^\uFEFF?column_1;column_2;column_3;verification_status;/)
      assert.deepStrictEqual(
        rows.map((row) => row.split(";valid;")[0]),
        [
          "1;ann@acme.test;Ann",
          "2;bob@acme.test;Bob",
          "3;cat@acme.test;Cat and Dan",
          "3;dan@acme.test;Cat and Dan",
          "4;eve@acme.test;Eve"
        ]
      )
    })
  )

  it.effect("leaves the cells as they are where that is wanted", () =>
    asOwner(async (page) => {
      await choose(page, messy)
      await page.getByLabel("Repair before upload").uncheck()
      await page.getByText("3 cells left as they are").waitFor()
      await slip(page).getByText("4 credits").first().waitFor()
      const rows = await resultsOf(page)
      assert.lengthOf(rows, 5)
      assert.match(rows[2] ?? "", /^2;mailto:bob@acme.test;Bob;invalid/)
    })
  )

  it.effect("verifies the column that was clicked on, by mouse and by keyboard", () =>
    asOwner(async (page) => {
      const lines = [
        "name,email,second",
        "Ann,,ann@acme.test",
        "Bob,old@nowhere.test,bob@acme.test"
      ]
      await choose(page, listFile("two columns.csv", lines))
      await page.getByRole("columnheader", { name: "email Addresses" }).waitFor()
      await slip(page).getByText("Maximum cost").waitFor()
      assert.match(await slip(page).innerText(), /Rows with an address\s*1\b/)
      await page.getByRole("cell", { name: "ann@acme.test" }).click()
      await page.getByRole("columnheader", { name: "second Addresses" }).waitFor()
      await slip(page).getByText("2 credits").first().waitFor()
      await page.getByRole("button", { name: "email", exact: true }).press("Enter")
      await page.getByRole("columnheader", { name: "email Addresses" }).waitFor()
      await page.getByRole("button", { name: "second", exact: true }).press("Enter")
      await slip(page).getByText("2 credits").first().waitFor()
      const rows = await resultsOf(page)
      assert.match(rows[1] ?? "", /^Ann,,ann@acme.test,valid/)
      assert.match(rows[2] ?? "", /^Bob,old@nowhere.test,bob@acme.test,valid/)
    })
  )

  it.effect("asks for the column where no cell is an address", () =>
    asOwner(async (page) => {
      await choose(page, listFile("names.csv", ["name,at", "Ann,ann@acme"]))
      await page.getByText("Which column has the addresses?").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: /^Start/ }).count(), 0)
      await page.getByRole("button", { name: 'Use "at"' }).click()
      await page.getByRole("button", { name: "Start verification" }).waitFor()
    })
  )

  it.effect("starts no list without any address, whichever column is chosen", () =>
    asOwner(async (page) => {
      await choose(page, listFile("names.csv", ["name", "Ann"]))
      await page.getByText("This list has no addresses").waitFor()
      await page.getByRole("button", { name: "name", exact: true }).click()
      await page.getByRole("columnheader", { name: "name Addresses" }).waitFor()
      assert.strictEqual(await slip(page).count(), 0)
      assert.strictEqual(await page.getByRole("button", { name: /^Start/ }).count(), 0)
    })
  )

  it.effect("says that a chosen column has no address, and offers one that has", () =>
    asOwner(async (page) => {
      const lines = ["name,note,contact", "Ann,a@b,ann@acme.test", "Bob,,bob@acme.test"]
      await choose(page, listFile("wrong column.csv", lines))
      await slip(page).getByText("2 credits").first().waitFor()
      await page.getByRole("button", { name: "name", exact: true }).click()
      await page.getByText('"name" has no addresses').waitFor()
      assert.strictEqual(await slip(page).count(), 0)
      assert.strictEqual(await page.getByText("Addresses are taken from").count(), 0)
      await assertAccessible(page)
      await page.getByRole("button", { name: 'Use "contact"' }).click()
      await page.getByText('Addresses are taken from "contact"').waitFor()
      await slip(page).getByText("2 credits").first().waitFor()
    })
  )

  it.effect("counts rows that are no data apart, and free", () =>
    asOwner(async (page) => {
      await choose(
        page,
        listFile("report.csv", [
          "Email,Name,City",
          "ann@acme.test,Ann,Berlin",
          "bob@acme.test,Bob,Bonn",
          "cat@acme.test,Cat,Kiel",
          "Total: 3",
          "Confidential Information - Do Not Distribute"
        ])
      )
      await slip(page).getByText("Maximum cost").waitFor()
      const text = await slip(page).innerText()
      assert.match(text, /Rows without an address, free\s*2\b/)
      assert.match(text, /Rows with an address\s*3\b/)
      assert.match(text, /Maximum cost\s*3 credits/)
    })
  )

  it.effect("says how many addresses share cells where they are not repaired", () =>
    asOwner(async (page) => {
      await choose(page, messy)
      await slip(page).getByText("5 credits").first().waitFor()
      assert.notInclude(await slip(page).innerText(), "malformed")
      await page.getByLabel("Repair before upload").uncheck()
      await slip(page).getByText("1 cell has 2 addresses.").waitFor()
    })
  )

  it.effect("takes addresses that are pasted, into the box and anywhere on the page", () =>
    asOwner(async (page) => {
      await open(page, "/bulk")
      await paste(page, "no list at all", "h1")
      await page.getByRole("button", { name: "Paste addresses instead" }).click()
      await page.getByRole("textbox", { name: "Addresses" }).fill("nothing")
      await page.getByRole("button", { name: "Use these addresses" }).click()
      await page.getByText("There is no address in it").waitFor()
      await assertAccessible(page)
      await page
        .getByRole("textbox", { name: "Addresses" })
        .fill('Ann <ann@acme.test>\nbob@acme.test, cat@acme.test\n"Doe, Dan" <dan@acme.test>')
      await page.getByRole("button", { name: "Use these addresses" }).click()
      await page.getByText("2 cells repaired").waitFor()
      await slip(page).getByText("4 credits").first().waitFor()

      await open(page, "/bulk")
      await paste(page, "ann@acme.test\nann@acme.test\nbob@acme.test", "h1")
      await page.getByText(/pasted-\d{4}-\d\d-\d\d-\d{4}\.csv/).waitFor()
      await slip(page).getByText("2 credits").first().waitFor()
      assert.match(await slip(page).innerText(), /Duplicates\s*1\b/)
    })
  )

  it.effect("offers results of the last 30 days where they are a tenth of a list", () =>
    asOwner(async (page) => {
      const known = listFile("known.csv", ["email", "kim@acme.test", "lea@acme.test"])
      await choose(page, known)
      await resultsOf(page)
      await choose(page, known)
      const offer = page.getByLabel("Take 2 results of the last 30 days, saves up to 2 credits")
      await offer.waitFor()
      assert.match(await slip(page).innerText(), /Maximum cost\s*2 credits/)
      await offer.check()
      await slip(page)
        .getByText(/Maximum cost\s*0 credits/)
        .waitFor()
      const rows = await resultsOf(page)
      assert.match(rows[1] ?? "", /^kim@acme.test,valid,.*,0,\d{4}-/)

      const others = Array.from({ length: 11 }, (_, at) => `new${at}@acme.test`)
      await choose(page, listFile("new.csv", ["email", "kim@acme.test", ...others]))
      await slip(page).getByText("12 credits").first().waitFor()
      assert.strictEqual(await page.getByText("of the last 30 days").count(), 0)
    })
  )

  it.effect("is accessible, in both themes and on a phone", () =>
    asOwner(async (page) => {
      await choose(page, messy)
      await page.getByRole("button", { name: "Start verification" }).waitFor()
      await forEveryLook(page, assertAccessible)
    })
  )
})
