import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { asOwner, BrowserWorld, inBrowser, open, owner, phone } from "./world.ts"

inBrowser(
  "The frame of all pages",
  { env: { RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "7" } },
  (it) => {
    it.effect("moves the focus to the heading after navigation, and sets the tab's title", () =>
      asOwner(async (page) => {
        await open(page, "/settings")
        assert.strictEqual(await page.title(), "Settings · rcpt")
        await page.getByRole("link", { name: "Usage" }).click()
        await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
        await page.waitForFunction(() => document.activeElement?.tagName === "H1")
        assert.strictEqual(await page.title(), "Usage · rcpt")
        await page.goBack()
        await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
        assert.strictEqual(await page.title(), "Settings · rcpt")
      })
    )

    it.effect("lets the keyboard skip to the content", () =>
      asOwner(async (page) => {
        await open(page, "/settings")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.waitForFunction(() => document.activeElement?.id === "main")
        assert.strictEqual(new URL(page.url()).pathname, "/settings")
      })
    )

    it.effect("has its navigation in a menu on a phone, which closes after navigation", () =>
      asOwner(async (page) => {
        await open(page, "/settings")
        const menu = page.getByRole("navigation", { name: "Main" })
        assert.isFalse(await menu.isVisible())
        await page.getByRole("button", { name: "Menu" }).click()
        await menu.getByRole("link", { name: "Usage" }).click()
        await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
        await menu.waitFor({ state: "hidden" })
      }, phone)
    )

    it.effect("shows the admin link only to administrators", function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const admin = yield* visitAsOwner()
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        await admin.page.getByRole("link", { name: "Admin" }).waitFor()
        await open(page, "/sign-in")
        await page.getByRole("link", { name: "Create one" }).click()
        await page.getByText("7 credits").waitFor()
        await page.getByLabel("Email").fill("ann@shell.test")
        await page.getByLabel("Password").fill(owner.password)
        await page.getByRole("button", { name: "Create account" }).click()
        await page.getByText("Your account is ready").waitFor()
        await page.getByLabel("Email").fill("ann@shell.test")
        await page.getByLabel("Password").fill(owner.password)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByRole("link", { name: "Credits available 7", exact: true }).waitFor()
        assert.strictEqual(await page.getByRole("link", { name: "Admin" }).count(), 0)
      })
    })

    it.effect("shows that the connection is lost, and recovers when it is back", function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page, context } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, "/settings")
        await context.setOffline(true)
        const banner = page.getByText("Connection lost")
        await banner.waitFor()
        await context.setOffline(false)
        await banner.waitFor({ state: "detached" })
        assert.strictEqual(new URL(page.url()).pathname, "/settings")
        await page.getByRole("link", { name: /Credits available 1,000/ }).waitFor()
      })
    })
  }
)
