import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser, open } from "./world.ts"

const field = (page: Page) => page.getByRole("combobox", { name: /^Page, list/ })

/** Only by keyboard. */
const choose = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press("Control+k")
  await field(page).waitFor()
  await page.keyboard.type(text)
  // Lists are found once they are loaded.
  await page.getByRole("option").first().waitFor()
  await page.keyboard.press("Enter")
  await field(page).waitFor({ state: "detached" })
}

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.textContent?.trim())

const goes = async (page: Page, keys: string): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

inBrowser("The palette", (it) => {
  it.effect("opens by keyboard on any page, also from a field, and goes to pages", () =>
    asOwner(async (page) => {
      await open(page, "/verify")
      await page.getByLabel("Email address").focus()
      await choose(page, "password")
      await page.waitForURL("**/settings")
      await page.waitForFunction(() => document.activeElement?.tagName === "H1")
      assert.strictEqual(await focused(page), "Settings")
      await page.keyboard.press("Control+k")
      const chosen = page.getByRole("dialog").getByRole("option", { selected: true })
      assert.include(await chosen.innerText(), "Overview")
      await page.keyboard.press("ArrowDown")
      assert.include(await chosen.innerText(), "Verify")
      assert.strictEqual(
        await field(page).getAttribute("aria-activedescendant"),
        await chosen.getAttribute("id")
      )
      await page.keyboard.press("ArrowUp")
      await page.keyboard.press("ArrowUp")
      assert.strictEqual(await chosen.count(), 1)
    })
  )

  it.effect("gives the focus back on Escape", () =>
    asOwner(async (page) => {
      await open(page, "/usage")
      await page.getByRole("link", { name: "Webhooks" }).focus()
      for (const keys of ["Control+k", "?"]) {
        await page.keyboard.press(keys)
        await page.getByRole("dialog").waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await page.waitForFunction(() => document.activeElement?.textContent === "Webhooks")
      }
    })
  )

  it.effect("verifies an address that is typed, and says the price first", () =>
    asOwner(async (page) => {
      await open(page, "/ledger")
      await page.getByRole("button", { name: "Search" }).click()
      await field(page).waitFor()
      await page.keyboard.type("verify ann@acme.test")
      await page.getByText("fast: at most 1 credit").waitFor()
      await page.getByText("deep: at most 5 credits").waitFor()
      await page.keyboard.press("Enter")
      await page.getByRole("region", { name: "ann@acme.test" }).waitFor()
      await page.getByRole("link", { name: "Credits available 999", exact: true }).waitFor()
    })
  )

  it.effect("finds lists by name and by id, and receipts by id", () =>
    asOwner(async (page) => {
      const path = await startList(page, listFile("spring.csv", ["email", "bob@acme.test"]))
      await page.getByRole("link", { name: "All rows" }).waitFor({ timeout: jobWaitMax })
      await open(page, "/")
      await choose(page, "spring")
      await page.waitForURL(`**${path}`)
      await open(page, "/")
      await choose(page, path.replace("/jobs/", ""))
      await page.waitForURL(`**${path}`)
      const { entries } = await (await page.request.get("/api/v1/ledger")).json()
      await choose(page, entries[0].id)
      await page.getByRole("heading", { level: 1, name: `Receipt ${entries[0].id}` }).waitFor()
    })
  )

  it.effect("is accessible, with results and without, and so are the shortcuts", () =>
    asOwner(async (page) => {
      await open(page, "/")
      await page.keyboard.press("Control+k")
      await field(page).waitFor()
      await forEveryLook(page, assertAccessible)
      await field(page).fill("nothing has this name")
      await page.getByText("Nothing found").waitFor()
      await assertAccessible(page)
      await page.keyboard.press("Escape")
      await page.keyboard.press("?")
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
      await forEveryLook(page, assertAccessible)
    })
  )
})

inBrowser("The shortcuts", (it) => {
  it.effect("go to pages, but a letter in a field is text", () =>
    asOwner(async (page) => {
      await open(page, "/")
      await goes(page, "gl")
      await page.waitForURL("**/ledger")
      await goes(page, "gv")
      await page.waitForURL("**/verify")
      await page.getByLabel("Email address").focus()
      await goes(page, "gl?")
      assert.strictEqual(await page.getByLabel("Email address").inputValue(), "gl?")
      assert.strictEqual(new URL(page.url()).pathname, "/verify")
    })
  )

  it.effect("can be turned off for good, but for the one with a modifier", () =>
    asOwner(async (page) => {
      await open(page, "/")
      await page.keyboard.press("?")
      await page.getByLabel("Use single-key shortcuts").uncheck()
      await page.keyboard.press("Escape")
      await open(page, "/usage")
      await goes(page, "?gl")
      await choose(page, "shortcuts")
      assert.strictEqual(new URL(page.url()).pathname, "/usage")
      await page.getByLabel("Use single-key shortcuts").check()
      await page.getByRole("button", { name: "Close" }).click()
      await goes(page, "gl")
      await page.waitForURL("**/ledger")
    })
  )
})
