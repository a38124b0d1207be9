import { assert, layer } from "@effect/vitest"
import { passwordChars } from "@rcpt/domain/Account"
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { chromium, describeWith } from "../support/needs.ts"
import { assertAccessible, assertFits, BrowserWorld, browserWorld } from "./world.ts"
import { live, open, owner, phone, signInOn, themes } from "./world.ts"

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

const fill = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
}

const submit = (page: Page) => page.getByRole("button", { name: "Sign in" }).click()

/** Only the browser's side of it: the service still knows the session. */
const forget = (page: Page) => page.context().clearCookies()

const walk = (run: (page: Page) => Promise<void>, options?: { readonly asOwner?: boolean }) =>
  Effect.gen(function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* options?.asOwner ? visitAsOwner() : visit()
    yield* Effect.promise(() => run(page))
    assert.deepStrictEqual(complaints, [])
  })

describeWith(chromium, "Somebody in a browser", () => {
  layer(
    browserWorld(),
    live
  )((it) => {
    it.effect("is asked to sign in, and comes to where he wanted to go", () =>
      walk(async (page) => {
        await page.goto("/ledger?month=2026-11")
        await page.waitForURL("**/sign-in?next=*")
        assert.strictEqual(await heading(page).innerText(), "Sign in")
        assert.strictEqual(await page.getByText("Your session has ended").count(), 0)
        await fill(page, owner.email, owner.password)
        await page.keyboard.press("Enter")
        await page.waitForURL("**/ledger?month=2026-11")
        await page.getByRole("link", { name: /Credits available 1,000/ }).waitFor()
      })
    )

    it.effect("hears in a sentence that the password is wrong, and can try again", () =>
      walk(async (page) => {
        await open(page, "/sign-in")
        await fill(page, owner.email, "wrong horse battery")
        await submit(page)
        const alert = page.getByRole("alert")
        await alert.waitFor()
        assert.include(await alert.innerText(), "do not belong together")
        assert.match(await alert.innerText(), /Request id\s+[0-9a-f-]{36}/)
        await page.getByLabel("Password").fill(owner.password)
        await submit(page)
        await page.getByRole("navigation", { name: "Main" }).waitFor()
      })
    )

    it.effect("is not led to another site by a link to the sign-in page", () =>
      walk(async (page) => {
        for (const next of ["//evil.test/x", "https://evil.test", "/\\evil.test", "/sign-in"]) {
          await forget(page)
          await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
          await fill(page, owner.email, owner.password)
          await submit(page)
          await page.getByRole("navigation", { name: "Main" }).waitFor()
          assert.strictEqual(new URL(page.url()).pathname, "/", next)
          assert.include(page.url(), "127.0.0.1")
        }
      })
    )

    it.effect("comes back to the same page after the session has ended", () =>
      walk(
        async (page) => {
          await open(page, "/usage")
          await forget(page)
          await page.getByRole("link", { name: "Settings" }).click()
          await page.waitForURL("**/sign-in?next=%2Fsettings&ended=1")
          await page.getByText("Your session has ended").waitFor()
          await fill(page, owner.email, owner.password)
          await submit(page)
          await page.waitForURL("**/settings")
          await page.getByText("This session").waitFor()
        },
        { asOwner: true }
      )
    )

    it.effect("signs out, and Back shows nothing of the account", () =>
      walk(
        async (page) => {
          await open(page, "/settings")
          await page.getByText(owner.email).first().waitFor()
          await page.getByRole("button", { name: "Sign out", exact: true }).click()
          await page.waitForURL("**/sign-in")
          await page.goBack()
          await page.waitForURL("**/sign-in**")
          assert.strictEqual(await page.getByText(owner.email).count(), 0)
        },
        { asOwner: true }
      )
    )

    it.effect("sees the sessions, and ends all of them at once", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const here = yield* visitAsOwner()
        const there = yield* visitAsOwner()
        yield* Effect.promise(async () => {
          const { page } = here
          await open(page, "/settings")
          await page.getByText("This session").waitFor()
          await page.getByRole("button", { name: "Sign out everywhere" }).click()
          const dialog = page.getByRole("dialog", { name: "Sign out everywhere?" })
          await page.keyboard.press("Escape")
          await dialog.waitFor({ state: "detached" })
          await page.getByRole("button", { name: "Sign out everywhere" }).click()
          await dialog.getByRole("button", { name: "Sign out everywhere" }).click()
          await page.waitForURL("**/sign-in")
          await there.page.goto("/settings")
          await there.page.waitForURL("**/sign-in**")
        })
      })
    )

    it.effect("changes the password when he knows the one before", () =>
      walk(
        async (page) => {
          const next = "a staple for the battery"
          await open(page, "/settings")
          const change = page.getByRole("button", { name: "Change password" })
          await page.getByLabel("Current password").fill("not this one at all")
          await page.getByLabel("New password").fill(next)
          await change.click()
          await page.getByText("The current password is wrong.").waitFor()
          await page.getByLabel("Current password").fill(owner.password)
          await change.click()
          await page.getByText("The password is changed").waitFor()
          assert.strictEqual(await page.getByLabel("New password").inputValue(), "")
          assert.strictEqual(
            await page.getByLabel("New password").getAttribute("minlength"),
            String(passwordChars.min)
          )
          await forget(page)
          await signInOn(page, { ...owner, password: next })
          // As the tests after this one know it.
          await open(page, "/settings")
          await page.getByLabel("Current password").fill(next)
          await page.getByLabel("New password").fill(owner.password)
          await change.click()
          await page.getByText("The password is changed").waitFor()
        },
        { asOwner: true }
      )
    )

    for (const colorScheme of themes)
      it.effect(`finds nothing in the way of access, in ${colorScheme}`, () =>
        Effect.gen(function* () {
          const { visit, visitAsOwner } = yield* BrowserWorld
          const stranger = yield* visit({ colorScheme })
          const signedIn = yield* visitAsOwner({ colorScheme, ...phone })
          yield* Effect.promise(async () => {
            await open(stranger.page, "/sign-in")
            await stranger.page.getByText("First visit").click()
            await assertAccessible(stranger.page)
            await open(stranger.page, "/sign-up")
            await assertAccessible(stranger.page)
            for (const path of ["/settings", "/no/such/page"]) {
              await open(signedIn.page, path)
              await assertFits(signedIn.page)
              await assertAccessible(signedIn.page)
              await signedIn.page.getByRole("button", { name: "Menu" }).click()
              await assertAccessible(signedIn.page)
            }
          })
          assert.deepStrictEqual([...stranger.complaints, ...signedIn.complaints], [])
        })
      )
  })
})
