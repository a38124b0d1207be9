import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { choose, forEveryLook, jobWaitMax, listFile, sparseFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser, open } from "./world.ts"

const name = "people <img src=x onerror=alert(1)>.csv"

const kinds = ["acme.test", "plain.test", "nowhere.test", "mailinator.com"]

/** 2,000 rows, 500 of each kind; one address is listed twice. */
const people = listFile(name, [
  "id;Full name;Email",
  ...Array.from({ length: 2_000 }, (_, row) => {
    const address = row === 4 ? "user0@acme.test" : `user${row}@${kinds[row % kinds.length]}`
    return `${row};"<b>Ann</b>; ${row}";${address}`
  })
])

const uploads = (page: Page): ReadonlyArray<{ readonly url: string; readonly key?: string }> => {
  const sent: Array<{ readonly url: string; readonly key?: string }> = []
  page.on("request", (request) => {
    const key = request.headers()["idempotency-key"]
    if (request.method() === "POST" && request.url().includes("/verify/bulk"))
      sent.push({ url: request.url(), ...(key && { key }) })
  })
  return sent
}

const rowsOf = (page: Page) => page.getByRole("table").locator("tbody tr")

const download = async (page: Page, link: string): Promise<ReadonlyArray<string>> => {
  const started = page.waitForEvent("download")
  await page.getByRole("link", { name: link }).click()
  const text = readFileSync(await (await started).path(), "utf8")
  return text.trimEnd().split("\r\n")
}

inBrowser("The bulk page", { credits: 5_000 }, (it) => {
  it.effect(
    "takes a list from its file to results that can be filtered, searched and download",
    () =>
      asOwner(async (page) => {
        await choose(page, people)
        const preview = page.getByRole("region", { name: "First rows of the list" })
        assert.include(await preview.innerText(), "<b>Ann</b>; 0")
        await preview.getByRole("columnheader", { name: "Email Addresses" }).waitFor()
        const slip = page.locator(".bulk-price")
        await slip.getByText("Maximum cost").waitFor()
        assert.match(
          await slip.innerText(),
          /Held until the list is done: 2,000 credits, 1 credit more than it can cost/
        )
        assert.match(await slip.innerText(), /Maximum cost\s*1,999 credits/)

        await page.getByRole("button", { name: "Start verification" }).dblclick()
        await page.getByRole("heading", { level: 1, name }).waitFor()
        await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
        const credits = page.getByRole("region", { name: "Credits" })
        await credits.getByText("1,999 credits").waitFor()
        await rowsOf(page).nth(49).waitFor()
        assert.strictEqual(await rowsOf(page).count(), 50)

        await page.getByRole("button", { name: "Risky 500" }).click()
        await page.getByText("500 rows of 2,000").waitFor()
        await page.getByLabel("Search addresses").fill("USER19")
        await page.getByText("29 rows of 2,000").waitFor()
        assert.strictEqual(new URL(page.url()).search, "?status=risky&search=USER19")
        await page.reload()
        await page.getByText("29 rows of 2,000").waitFor()
        await page.goBack()
        await page.getByText("500 rows of 2,000").waitFor()
        assert.strictEqual(await page.getByLabel("Search addresses").inputValue(), "")
        await page.getByRole("button", { name: "Next" }).click()
        await page.getByText("Page 2 of 10").waitFor()
        await page.getByRole("button", { name: /^All/ }).click()
        await page.getByRole("button", { name: "Domain not found 500" }).click()
        await page.getByText("500 rows of 2,000").waitFor()

        assert.lengthOf(await download(page, "All rows"), 2_001)
        assert.lengthOf(await download(page, "Do not send"), 1_001)
        assert.lengthOf(await download(page, "Only: Domain not found"), 501)
        const [header, ...valid] = await download(page, "No problem found")
        assert.lengthOf(valid, 1_000)
        assert.match(header ?? "", /^\uFEFF?id;Full name;Email;verification_status/)
        assert.match(valid[0] ?? "", /^0;"<b>Ann<\/b>; 0";user0@acme.test;valid;100/)

        await open(page, "/bulk")
        assert.strictEqual(await page.getByRole("link", { name }).count(), 1)
      })
  )

  it.effect("refuses 33 MB before anything is sent", () =>
    asOwner(async (page) => {
      const sent = uploads(page)
      const folder = mkdtempSync(join(tmpdir(), "rcpt-lists-"))
      await choose(page, sparseFile(folder, "large.csv", 33 * 1024 * 1024))
      rmSync(folder, { recursive: true })
      await page.getByText("large.csv is larger than 32 MB").waitFor()
      assert.include(await page.getByRole("alert").innerText(), "33,554,432")
      assert.deepStrictEqual(sent, [])
    })
  )

  it.effect("reports what is wrong with an unusable file, and takes another one", () =>
    asOwner(async (page) => {
      await choose(page, listFile("names.csv", ["email", ""]))
      const alert = page.getByRole("alert")
      assert.include(await alert.innerText(), "must have at least one row with an email address")
      assert.strictEqual(await page.getByRole("button", { name: /^Start/ }).count(), 0)
      await page.getByRole("button", { name: "Choose another file" }).press("Enter")
      await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "file")
    })
  )

  it.effect(
    "warns before the start that credits are missing, and reports that nothing was started",
    () =>
      asOwner(async (page) => {
        await choose(page, listFile("dear.csv", ["email", ...kinds.flatMap(many)]))
        await page.getByLabel(/^Deep/).check()
        await page.getByText("this list needs 20,000 credits").waitFor()
        await page.getByRole("button", { name: "Start verification" }).click()
        await page.getByText("Nothing was started.").waitFor()
      })
  )

  it.effect("retries with the same key after a lost connection, so that there is one job", () =>
    asOwner(async (page) => {
      const sent = uploads(page)
      await choose(page, listFile("again.csv", ["email", "ann@acme.test"]))
      await page.route("**/verify/bulk", (route) => route.abort(), { times: 1 })
      await page.getByRole("button", { name: "Start verification" }).click()
      await page.getByText("The connection was lost").waitFor()
      await page.getByRole("button", { name: "Start verification" }).click()
      await page.getByRole("heading", { level: 1, name: "again.csv" }).waitFor()
      const keys = sent.flatMap(({ key }) => key ?? [])
      assert.lengthOf(keys, 2)
      assert.strictEqual(keys[0], keys[1])
    })
  )

  it.effect("cancels an upload, and then starts nothing", () =>
    asOwner(async (page) => {
      await choose(page, listFile("given-up.csv", ["email", "ann@acme.test"]))
      await page.route("**/verify/bulk", () => {}, { times: 1 })
      await page.getByRole("button", { name: "Start verification" }).click()
      await page.getByRole("button", { name: "Cancel upload" }).click()
      await page.getByText("Upload cancelled.").waitFor()
      await open(page, "/bulk")
      assert.strictEqual(await page.getByRole("link", { name: "given-up.csv" }).count(), 0)
    })
  )

  it.effect("takes a file that is dropped anywhere on the page", () =>
    asOwner(async (page) => {
      await open(page, "/bulk")
      await page.evaluate(() => {
        const data = new DataTransfer()
        data.items.add(new File(["email\nann@acme.test\n"], "dropped.csv", { type: "text/csv" }))
        document
          .querySelector("h1")
          ?.dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
          )
      })
      await page.getByText("dropped.csv").waitFor()
      await page.getByRole("button", { name: "Start verification" }).waitFor()
    })
  )

  it.effect("is accessible, in both themes and on a phone", () =>
    asOwner(async (page) => {
      await choose(page, people)
      await page.getByRole("button", { name: "Start verification" }).waitFor()
      await forEveryLook(page, assertAccessible)
      await startList(page, listFile("small.csv", ["email", "ann@acme.test", "ann@@acme.test"]))
      await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
      await page.getByRole("rowheader", { name: "ann@acme.test" }).waitFor()
      await forEveryLook(page, assertAccessible)
    })
  )
})

const many = (domain: string): ReadonlyArray<string> =>
  Array.from({ length: 1_000 }, (_, row) => `user${row}@${domain}`)
