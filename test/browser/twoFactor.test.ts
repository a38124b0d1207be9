import { codeAt, decodeBase32, stepOf } from "@rcpt/service/accounts/totp/Totp"
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import {
  asOwner,
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

/** The code that the app shows after the current one. The service accepts it already. */
const nextCode = (secret: string): string =>
  codeAt(decodeBase32(secret.replaceAll(" ", "")), stepOf(Date.now()) + 1)

const begin = async (page: Page): Promise<string> => {
  await open(page, "/settings")
  await page.getByRole("button", { name: "Turn on two-factor sign-in" }).click()
  await page.getByRole("img", { name: "QR code of the secret below" }).waitFor()
  return page.getByText("Secret:").locator("code").innerText()
}

inBrowser("Two-factor sign-in", (it) => {
  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone while it is turned on, in ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          await begin(page)
          await assertFits(page)
          await assertAccessible(page)
        },
        { colorScheme, ...phone }
      )
    )

  it.effect("is turned on with a code, asked for at the sign-in, and turned off", function* () {
    const { visit } = yield* BrowserWorld
    const here = yield* visit()
    const there = yield* visit(phone)
    yield* Effect.promise(async () => {
      const { page } = here
      await signInOn(page, owner)
      const secret = await begin(page)
      await page.getByLabel("Code", { exact: true }).fill("000 000")
      await page.getByRole("button", { name: "Turn on", exact: true }).click()
      await page.getByText("The code must be the one that the app shows now").waitFor()
      await page.getByLabel("Code", { exact: true }).fill(nextCode(secret))
      await page.getByRole("button", { name: "Turn on", exact: true }).click()
      const codes = page.getByRole("region", { name: "Recovery codes" })
      const [code = ""] = (await codes.innerText()).split("\n")
      assert.match(code, /^(?:[a-z\d]{4}-){3}[a-z\d]{4}$/)
      await assertAccessible(page)
      await page.getByRole("button", { name: "I have saved them" }).click()
      await page.getByText("Recovery codes left: 10").waitFor()

      await there.page.goto("/sign-in")
      await there.page.getByLabel("Email").fill(owner.email)
      await there.page.getByLabel("Password").fill(owner.password)
      await there.page.getByRole("button", { name: "Sign in" }).click()
      const asked = there.page.getByLabel("Code", { exact: true })
      await asked.fill("000 000")
      await assertAccessible(there.page)
      await there.page.getByRole("button", { name: "Sign in" }).click()
      await there.page.getByText("The code is wrong, or was used before.").waitFor()
      await asked.fill(code)
      await there.page.getByRole("button", { name: "Sign in" }).click()
      await there.page.getByRole("link", { name: "Credits available" }).waitFor()

      await open(page, "/settings")
      await page.getByText("Recovery codes left: 9").waitFor()
      await page.getByRole("button", { name: "Turn off" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click()
      await page.getByRole("button", { name: "Turn on two-factor sign-in" }).waitFor()
    })
    assert.deepStrictEqual([...here.complaints, ...there.complaints], [])
  })
})
