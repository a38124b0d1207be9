import { Effect } from "effect"

import { chromium, describeWith } from "../support/needs.ts"
import { assert, layer } from "../support/vitest.ts"
import { BrowserWorld, browserWorld, live, open, owner, phone } from "./world.ts"

describeWith(chromium, "The frame of all pages", () => {
  layer(
    browserWorld({ env: { RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "7" } }),
    live
  )((it) => {
    it.effect(
      "moves the focus to the heading after navigation, and sets the tab's title",
      function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page, complaints } = yield* visitAsOwner()
        yield* Effect.promise(async () => {
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
        assert.deepStrictEqual(complaints, [])
      }
    )

    it.effect("lets the keyboard skip to the content", function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, "/settings")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.waitForFunction(() => document.activeElement?.id === "main")
        assert.strictEqual(new URL(page.url()).pathname, "/settings")
      })
    })

    it.effect(
      "has its navigation in a menu on a phone, which closes after navigation",
      function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner(phone)
        yield* Effect.promise(async () => {
          await open(page, "/settings")
          const menu = page.getByRole("navigation", { name: "Main" })
          assert.isFalse(await menu.isVisible())
          await page.getByRole("button", { name: "Menu" }).click()
          await menu.getByRole("link", { name: "Usage" }).click()
          await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
          await menu.waitFor({ state: "hidden" })
        })
      }
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
  })
})
