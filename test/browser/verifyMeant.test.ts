/** What the page to verify offers for a text that is not one address: nothing is charged before. */
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { forEveryLook } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser, open } from "./world.ts"

const enter = async (page: Page, text: string): Promise<void> => {
  await open(page, "/verify")
  await page.getByLabel("Email address").fill(text)
  await page.getByRole("button", { name: "Verify", exact: true }).click()
}

inBrowser("A text that is not one address", (it) => {
  it.effect("is offered as the address in it, which alone is verified", () =>
    asOwner(async (page) => {
      const asked: Array<string> = []
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname === "/api/v1/verify") asked.push(searchParams.get("email") ?? "")
      })
      await enter(page, "Ann Lee <ann@acme.test>")
      await page.getByText("Did you mean this address?").waitFor()
      assert.deepStrictEqual(asked, [])
      await forEveryLook(page, assertAccessible)
      await page.getByRole("button", { name: "Verify this address" }).click()
      await page.getByRole("heading", { name: "ann@acme.test" }).waitFor()
      assert.deepStrictEqual(asked, ["ann@acme.test"])
      await enter(page, "mailto:bob@acme.test")
      await page.getByRole("button", { name: "Verify the text as it is" }).click()
      await page.getByRole("heading", { name: "mailto:bob@acme.test" }).waitFor()
    })
  )

  it.effect("is offered as a list in its mode, if it is several addresses", () =>
    asOwner(async (page) => {
      await open(page, "/verify")
      await page.getByLabel("Email address").evaluate((field) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData("text/plain", "ann@acme.test\nbob@acme.test\n")
        field.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
        )
      })
      await page.getByLabel(/^Deep/).check()
      await page.getByRole("button", { name: "Verify", exact: true }).click()
      await page.getByText("2 addresses", { exact: true }).waitFor()
      await assertAccessible(page)
      await page.getByRole("button", { name: "Make a list of them" }).click()
      await page.waitForURL("**/bulk")
      await page.locator(".bulk-preview").getByText("bob@acme.test").waitFor()
      assert.isTrue(await page.getByLabel(/^Deep/).isChecked())
      await page.locator(".bulk-price").getByText("Maximum cost").waitFor()
    })
  )
})
