import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { asOwner, inBrowser, open } from "./world.ts"

/** The buttons that open a dialog, by page. All dialogs share parts/Dialog.tsx. */
const openers: ReadonlyArray<readonly [path: string, button: string | RegExp]> = [
  ["/keys", "Create key"],
  ["/keys", /^Revoke /],
  ["/settings", "Sign out everywhere"],
  ["/settings", "Close account"],
  ["/admin", /^Grant credits/],
  ["/admin", /^Adjust credits/]
]

const isFocused = (page: Page, button: string | RegExp): Promise<boolean> =>
  page
    .getByRole("main")
    .getByRole("button", { name: button })
    .first()
    .evaluate(async (element) => {
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return document.activeElement === element
    })

/** Closes the dialog, and says whether its opener has the focus again. */
const returns = async (page: Page, button: string | RegExp, close: () => Promise<void>) => {
  const dialog = page.getByRole("dialog")
  await dialog.waitFor()
  await close()
  await dialog.waitFor({ state: "detached" })
  return isFocused(page, button)
}

inBrowser("A dialog", (it) => {
  for (const [path, button] of openers)
    it.effect(`gives the focus back to ${String(button)}`, () =>
      asOwner(async (page) => {
        await open(page, path)
        const opener = page.getByRole("main").getByRole("button", { name: button }).first()
        const ways = [
          () => page.keyboard.press("Escape"),
          () => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
        ]
        for (const close of ways) {
          await opener.click()
          assert.isTrue(await returns(page, button, close))
          await opener.focus()
          await page.keyboard.press("Enter")
          assert.isTrue(await returns(page, button, close))
        }
      })
    )

  it.effect("leaves the focus at the heading if its opener is gone", () =>
    asOwner(async (page) => {
      await open(page, "/keys")
      await page.getByRole("button", { name: "Create key" }).click()
      await page.getByLabel("Name").fill("short-lived")
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
      await page.getByRole("button", { name: "Revoke short-lived" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click()
      await page.getByText("was revoked").waitFor()
      await page.waitForFunction(() => document.activeElement?.tagName === "H1")
    })
  )
})
