import { passwordChars } from "@rcpt/domain/limits"
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import {
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  owner,
  phone,
  signInOn,
  themes
} from "./world.ts"

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

const fill = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
}

const submit = (page: Page) => page.getByRole("button", { name: "Sign in" }).click()

/** Only in the browser: the service still has the session. */
const dropCookies = (page: Page) => page.context().clearCookies()

const withPage = (run: (page: Page) => Promise<void>, options?: { readonly asOwner?: boolean }) =>
  Effect.gen(function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* options?.asOwner ? visitAsOwner() : visit()
    yield* Effect.promise(() => run(page))
    assert.deepStrictEqual(complaints, [])
  })

inBrowser("A user in a browser", (it) => {
  it.effect("is asked to sign in, and then gets the requested page", () =>
    withPage(async (page) => {
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

  it.effect("is told that the password is wrong, and can try again", () =>
    withPage(async (page) => {
      await open(page, "/sign-in")
      await fill(page, owner.email, "wrong horse battery")
      await submit(page)
      const alert = page.getByRole("alert")
      await alert.waitFor()
      assert.include(await alert.innerText(), "Incorrect email or password.")
      assert.match(await alert.innerText(), /Request id\s+[0-9a-f-]{36}/)
      await page.getByLabel("Password").fill(owner.password)
      await submit(page)
      await page.getByRole("navigation", { name: "Main" }).waitFor()
    })
  )

  it.effect("learns what this is, and tries it without an account", () =>
    withPage(async (page) => {
      await open(page, "/sign-in")
      await page.getByText("It never sends an email to find out.").waitFor()
      await page.getByRole("button", { name: "disposable" }).click()
      const result = page.getByRole("region", { name: "Try it without an account" })
      await result.getByText("A disposable mailbox: it may be gone in minutes").waitFor()
      assert.include(await result.innerText(), "Risky")
      await page.getByRole("button", { name: "domain_not_found" }).click()
      await result.getByText("Email bounces: the domain does not exist.").waitFor()
    })
  )

  it.effect("sees the password while typing, and the command that resets it whole", () =>
    withPage(async (page) => {
      await open(page, "/sign-in")
      await fill(page, "ann@acme.test", "correct horse")
      const password = page.getByLabel("Password")
      const type = () => password.getAttribute("type")
      assert.strictEqual(await type(), "password")
      await page.getByRole("button", { name: "Show password" }).click()
      assert.strictEqual(await type(), "text")
      await page.getByRole("button", { name: "Hide password" }).click()
      assert.strictEqual(await type(), "password")
      await page.getByText("First visit").click()
      const command = page.getByRole("region", { name: "In the folder of the service" })
      assert.strictEqual(
        await command.innerText(),
        "node packages/cli/bin/rcpt.mjs admin reset-password ann@acme.test"
      )
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.getByRole("button", { name: "Copy" }).first().click()
      assert.strictEqual(
        await page.evaluate(() => navigator.clipboard.readText()),
        await command.innerText()
      )
    })
  )

  it.effect("is not redirected to another site by a link to the sign-in page", () =>
    withPage(async (page) => {
      for (const next of ["//evil.test/x", "https://evil.test", "/\\evil.test", "/sign-in"]) {
        await dropCookies(page)
        await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
        await fill(page, owner.email, owner.password)
        await submit(page)
        await page.getByRole("navigation", { name: "Main" }).waitFor()
        assert.strictEqual(new URL(page.url()).pathname, "/", next)
        assert.include(page.url(), "127.0.0.1")
      }
    })
  )

  it.effect("returns to the same page after the session has ended", () =>
    withPage(
      async (page) => {
        await open(page, "/usage")
        await dropCookies(page)
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
    withPage(
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

  it.effect("sees all sessions, and ends all of them at once", function* () {
    const { visit } = yield* BrowserWorld
    const here = yield* visit()
    const there = yield* visit()
    yield* Effect.promise(async () => {
      const { page } = here
      await signInOn(page, owner)
      await signInOn(there.page, owner)
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

  it.effect("changes the password with the current one", () =>
    withPage(
      async (page) => {
        const next = "a staple for the battery"
        await open(page, "/settings")
        const change = page.getByRole("button", { name: "Change password" })
        await page.getByLabel("Current password").fill("not this one at all")
        await page.getByLabel("New password").fill(next)
        await change.click()
        await page.getByText("The current password is wrong.").waitFor()
        await page.getByLabel("New password").fill("password1234")
        await change.click()
        await page.getByText("The new password must not be a common password").waitFor()
        await page.getByLabel("New password").fill(next)
        await page.getByLabel("Current password").fill(owner.password)
        await change.click()
        await page.getByText("Password changed").waitFor()
        assert.strictEqual(await page.getByLabel("New password").inputValue(), "")
        assert.strictEqual(
          await page.getByLabel("New password").getAttribute("minlength"),
          String(passwordChars.min)
        )
        await dropCookies(page)
        await signInOn(page, { ...owner, password: next })
        // The other tests need the original password.
        await open(page, "/settings")
        await page.getByLabel("Current password").fill(next)
        await page.getByLabel("New password").fill(owner.password)
        await change.click()
        await page.getByText("Password changed").waitFor()
      },
      { asOwner: true }
    )
  )

  for (const colorScheme of themes)
    it.effect(`finds accessible pages that fit a phone, in ${colorScheme}`, function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const signedOut = yield* visit({ colorScheme })
      const signedIn = yield* visitAsOwner({ colorScheme, ...phone })
      yield* Effect.promise(async () => {
        await open(signedOut.page, "/sign-in")
        await signedOut.page.getByText("First visit").click()
        await assertAccessible(signedOut.page)
        await open(signedOut.page, "/sign-up")
        await assertAccessible(signedOut.page)
        for (const path of ["/settings", "/no/such/page"]) {
          await open(signedIn.page, path)
          await assertFits(signedIn.page)
          await assertAccessible(signedIn.page)
          await signedIn.page.getByRole("button", { name: "Menu" }).click()
          await assertAccessible(signedIn.page)
        }
      })
      assert.deepStrictEqual([...signedOut.complaints, ...signedIn.complaints], [])
    })
})
