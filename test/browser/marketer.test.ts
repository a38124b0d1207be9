/**
 * The walk of a marketer: pastes 200 addresses, verifies them, corrects the mistyped ones, asks the mail servers about
 * those without a problem, and downloads what is safe to send.
 */
import { readFileSync } from "node:fs"

import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { forEveryLook, jobWaitMax } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser, open } from "./world.ts"

/** 120 good ones, 37 shared inboxes, 3 typos, 20 of no domain, 20 disposable. */
const addresses = [
  ...Array.from({ length: 120 }, (_, n) => `Person ${n} <person${n}@acme.test>`),
  ...Array.from({ length: 37 }, (_, n) => `sales${n}@acme.test`),
  ...["ann", "ben", "eva"].map((name) => `${name}@gmaill.com`),
  ...Array.from({ length: 20 }, (_, n) => `mailto:user${n}@nowhere.test`),
  ...Array.from({ length: 20 }, (_, n) => `user${n}@mailinator.com`)
]

const download = async (page: Page, link: string): Promise<ReadonlyArray<string>> => {
  const started = page.waitForEvent("download")
  await page.getByRole("link", { name: link, exact: true }).click()
  const text = readFileSync(await (await started).path(), "utf8")
  return text.trimEnd().split("\r\n").slice(1)
}

const finished = (page: Page): Promise<void> =>
  page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })

inBrowser("A marketer", { credits: 2_000 }, (it) => {
  it.effect(
    "pastes 200 addresses, corrects typos, asks the mail servers, and downloads what is safe",
    () =>
      asOwner(async (page) => {
        await open(page, "/bulk")
        await page.getByRole("button", { name: "Paste addresses instead" }).click()
        await page.getByRole("textbox", { name: "Addresses" }).fill(addresses.join("\n"))
        await page.getByRole("button", { name: "Use these addresses" }).click()
        await page.getByText("140 cells repaired").waitFor()
        await page.locator(".bulk-price").getByText("200 credits").first().waitFor()
        await page.getByRole("button", { name: "Start verification" }).click()
        await page.waitForURL("**/jobs/*")
        await finished(page)

        const presets = page.getByRole("list", { name: "Download" })
        const sum = await presets.getByText(/^\d+ rows\./).allInnerTexts()
        assert.strictEqual(
          sum.reduce((total, text) => total + Number.parseInt(text, 10), 0),
          200
        )
        const safeAtFirst = await download(page, "No problem found")
        assert.isAtLeast(safeAtFirst.length, 120)
        assert.isTrue(safeAtFirst.every((row) => row.endsWith(",send,")))
        const never = await download(page, "Do not send")
        assert.isAtLeast(never.length, 40)

        const evidence = page.getByRole("button", { name: /^Evidence about person0@/ })
        await evidence.click()
        await page.getByText("Mail servers", { exact: true }).first().waitFor()
        await forEveryLook(page, assertAccessible)

        await page.getByRole("button", { name: "Likely typo 3" }).click()
        await page.getByText("Likely typo of gmail.com").first().waitFor()
        await page.getByRole("button", { name: "Apply 3 corrections" }).click()
        await page.waitForURL("**/bulk")
        await page.getByText("(corrected).csv").first().waitFor()
        await page.locator(".bulk-preview").getByText("ann@gmail.com").waitFor()
        await page.goBack()
        await finished(page)

        const offer = page.getByRole("button", { name: /^Check \d+ mailboxes \(up to / })
        const [, rows, most] = /(\d+) .* ([\d,]+) credits/.exec(await offer.innerText()) ?? []
        assert.strictEqual(Number(rows), safeAtFirst.length)
        assert.strictEqual(Number(most?.replace(",", "")), 5 * safeAtFirst.length)
        await offer.click()
        const dialog = page.getByRole("dialog")
        await dialog.getByText("Maximum cost").waitFor()
        await assertAccessible(page)
        await dialog.getByRole("button", { name: "Start verification" }).click()
        await page.getByRole("heading", { level: 1, name: /\(unconfirmed, deep\)\.csv$/ }).waitFor()
        await page.getByText("Deep mode", { exact: true }).waitFor()
        await finished(page)
        const vouched = await download(page, "Mailbox confirmed")
        assert.isTrue(vouched.every((row) => row.includes(",send,,deliverable,yes")))
        const all = await download(page, "All rows")
        assert.strictEqual(all.length, safeAtFirst.length)
        await forEveryLook(page, assertAccessible)
      })
  )
})
