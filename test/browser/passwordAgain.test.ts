import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

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

/** Lets all sessions look as if their password had been entered an hour ago. */
const age = Effect.gen(function* () {
  const { running } = yield* BrowserWorld
  yield* SqlClient.SqlClient.use(
    (sql) => sql`update session set confirmed_at = now() - interval '1 hour'`
  ).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(running.databaseUrl!) })))
})

inBrowser("A user whose password was entered long ago", (it) => {
  it.effect("enters it again for a change, which then goes on", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    yield* age
    yield* Effect.promise(async () => {
      await open(page, "/keys")
      await page.getByRole("button", { name: "Create key" }).click()
      const creating = page.getByRole("dialog", { name: "Create API key" })
      await creating.getByLabel("Name").fill("late")
      await creating.getByRole("button", { name: "Create key" }).click()
      const dialog = page.getByRole("dialog", { name: "Enter your password again" })
      await dialog.getByLabel("Password").fill("wrong horse battery")
      await page.keyboard.press("Enter")
      await dialog.getByText("The current password is wrong.").waitFor()
      await dialog.getByLabel("Password").fill(owner.password)
      await dialog.getByRole("button", { name: "Continue" }).click()
      await dialog.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "I have copied it" }).waitFor()
      await page.getByRole("button", { name: "Revoke late" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("may decide not to, and then nothing is changed", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    yield* age
    yield* Effect.promise(async () => {
      await open(page, "/webhooks")
      await page.getByLabel(/URL/).fill("https://hooks.example.com/rcpt")
      await page.keyboard.press("Enter")
      const dialog = page.getByRole("dialog", { name: "Enter your password again" })
      await dialog.waitFor()
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      await page.getByText("Enter your password again: the last time").waitFor()
      const found = await page.request.get("/api/v1/webhook")
      assert.strictEqual(found.status(), 404)
    })
  })

  for (const colorScheme of themes)
    it.effect(`gets an accessible dialog that fits a phone, in ${colorScheme}`, function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page, complaints } = yield* visitAsOwner({ colorScheme, ...phone })
      yield* age
      yield* Effect.promise(async () => {
        await open(page, "/keys")
        await page
          .getByRole("button", { name: /^Revoke/ })
          .first()
          .click()
        await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click()
        await page.getByRole("dialog", { name: "Enter your password again" }).waitFor()
        await assertFits(page)
        await assertAccessible(page)
      })
      assert.deepStrictEqual(complaints, [])
    })
})

inBrowser("A user with two sessions", (it) => {
  it.effect("ends the other one, and stays signed in", function* () {
    const { visit } = yield* BrowserWorld
    const here = yield* visit()
    const there = yield* visit()
    yield* Effect.promise(async () => {
      await signInOn(there.page, owner)
      await signInOn(here.page, owner)
      await open(here.page, "/settings")
      await here.page.getByRole("button", { name: /^End session in/ }).click()
      await here.page.getByRole("button", { name: /^End session in/ }).waitFor({
        state: "detached"
      })
      await here.page.getByText("This session").waitFor()
      await there.page.goto("/settings")
      await there.page.waitForURL("**/sign-in**")
    })
  })
})
