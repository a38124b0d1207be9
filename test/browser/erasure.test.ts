import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  signUpOn,
  themes
} from "./world.ts"

const person = { email: "ann@person.test", password: "another long password" }

inBrowser("The right to erasure", { env: { RCPT_SIGNUP: "open" } }, (it) => {
  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone, in ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          await open(page, "/settings")
          await page.getByLabel("Address to erase").fill("nobody@acme.test")
          await page.getByRole("button", { name: "Erase address" }).click()
          await page.getByRole("dialog").waitFor()
          await assertAccessible(page)
          await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click()
          await page.getByText("Nothing was found.").waitFor()
          await assertFits(page)
          await assertAccessible(page)
        },
        { colorScheme, ...phone }
      )
    )

  it.effect(
    "erases an address after a question, and shows what was erased and what stays",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      yield* running.get("/api/v1/verify?email=ann@acme.test", {
        headers: { "idempotency-key": "browser" }
      })
      const { page, complaints } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, "/settings")
        const erasure = page.getByRole("region", { name: "Erase an address" })
        await erasure.getByLabel("Address to erase").fill(" ANN@acme.test")
        await erasure.getByRole("button", { name: "Erase address" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click()
        await erasure.getByText("The address is erased.").waitFor()
        await erasure.getByText("Stored replies", { exact: true }).waitFor()
        await erasure.getByText("Entries of the ledger.").waitFor()
        assert.strictEqual(await erasure.getByLabel("Address to erase").inputValue(), "")

        await erasure.getByLabel("Address to erase").fill("  ")
        await erasure.getByRole("button", { name: "Erase address" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click()
        await erasure.getByText("The address must not be blank.").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "closes an account after a question, and the owner sees that it is closed",
    function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const { page, complaints } = yield* visit()
      const admin = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await signUpOn(page, person)
        await open(page, "/settings")
        await page.getByRole("button", { name: "Close account" }).click()
        const dialog = page.getByRole("dialog")
        await assertAccessible(page)
        await dialog.getByRole("button", { name: "Close account permanently" }).click()
        await page.getByRole("button", { name: "Sign in" }).waitFor()
        await page.getByLabel("Email").fill(person.email)
        await page.getByLabel("Password").fill(person.password)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByRole("alert").waitFor()

        await open(admin.page, "/admin")
        await admin.page.getByText("Closed", { exact: true }).waitFor()
        assert.strictEqual(await admin.page.getByText(person.email).count(), 0)
      })
      assert.deepStrictEqual([...complaints, ...admin.complaints], [])
    }
  )

  it.effect("does not close the last account that owns the service", () =>
    asOwner(async (page) => {
      await open(page, "/settings")
      await page.getByRole("button", { name: "Close account" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Close account permanently" }).click()
      await dialog.getByText("The last account that owns the service cannot be closed.").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await dialog.waitFor({ state: "hidden" })
    })
  )
})
