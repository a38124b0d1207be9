import { readFileSync } from "node:fs"

import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { verdictText } from "./verifyPage.ts"
import { asOwner, assertAccessible, assertFits, inBrowser, open, phone, themes } from "./world.ts"

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) })

const form = (page: Page) => page.getByRole("dialog", { name: "Add rule" })

const fill = async (page: Page, about: string, value: string): Promise<void> => {
  await page.getByRole("button", { name: "Add rule" }).click()
  await form(page).getByLabel("About").selectOption(about)
  await form(page).getByLabel("Value").fill(value)
}

const save = (page: Page) => form(page).getByRole("button", { name: "Add rule" }).click()

const upload = (page: Page, text: string) =>
  page.locator('input[type="file"]').setInputFiles({
    name: "rules.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text)
  })

inBrowser("The rules page", (it) => {
  it.effect("adds a rule that holds at once, finds it and removes it", () =>
    asOwner(async (page) => {
      await open(page, "/rules")
      await page.getByText("No rules yet").waitFor()
      await fill(page, "Domain", "acme")
      await save(page)
      await form(page).getByText("The value must be a domain such as example.com").waitFor()
      await form(page).getByLabel("Value").fill("acme.test")
      await form(page).getByLabel("Names below it as well").check()
      await form(page).getByLabel("Note").fill("<b>left alone</b>")
      await save(page)
      await row(page, "acme.test and below").waitFor()
      const text = await row(page, "acme.test and below").innerText()
      assert.match(text, /Block[\s\S]*Domain[\s\S]*<b>left alone<\/b>/)

      await open(page, "/verify")
      assert.include(await verdictText(page, "ann@acme.test"), "Risky")
      await page
        .getByText("Your rule blocks the domain acme.test and its subdomains.", { exact: true })
        .waitFor()

      await open(page, "/rules?action=allow")
      await page.getByText("No rule matches").waitFor()
      await page.getByRole("button", { name: "Clear filters" }).click()
      await page.getByRole("button", { name: "Remove acme.test" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Remove rule" }).click()
      await page.getByText("No rules yet").waitFor()
    })
  )

  it.effect("takes a CSV, says what was wrong with one, and gives all rules as one", () =>
    asOwner(async (page) => {
      await open(page, "/rules")
      await upload(page, "action,match,value\nblock,domain,spam\n")
      await page.getByText("Line 2: value must be a domain").waitFor()
      await upload(page, "action,match,value\nblock,domain,spam.test\nallow,tld,.xyz\n")
      await page.getByText("2 added, 0 changed, 0 were there already.").waitFor()
      assert.strictEqual(await page.getByText("Line 2").count(), 0)
      await page.getByText("2 rules").waitFor()
      await page.getByLabel("Value or note").fill("SPAM")
      await page.getByRole("button", { name: "Search" }).last().click()
      await page.getByText("1 rule", { exact: true }).waitFor()
      const started = page.waitForEvent("download")
      await page.getByRole("link", { name: "Download CSV" }).click()
      const csv = readFileSync(await (await started).path(), "utf8")
      assert.match(csv, /\r\nblock,domain,spam\.test,false,,.*\r\nallow,tld,xyz,false,,/)
    })
  )

  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone, in ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          await open(page, "/rules")
          await upload(page, `action,match,value\nblock,domain,${"long".repeat(15)}.test\n`)
          await row(page, `${"long".repeat(15)}.test`).waitFor()
          await assertFits(page)
          await assertAccessible(page)
          await fill(page, "Mail server", "mx.acme.test")
          await assertFits(page)
          await assertAccessible(page)
        },
        { colorScheme, ...phone }
      )
    )
})
