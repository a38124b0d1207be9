import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { chromium, describeWith } from "../support/needs.ts"
import { answered, ask, creditsOf, listenForChecks, verdict } from "./verifyPage.ts"
import { BrowserWorld, browserWorld, live, open, owner, signInOn } from "./world.ts"

const poor = { email: "poor@verify.test", password: owner.password }

const signUp = async (page: Page): Promise<void> => {
  await open(page, "/sign-up")
  await page.getByLabel("Email").fill(poor.email)
  await page.getByLabel("Password").fill(poor.password)
  await page.getByRole("button", { name: "Open account" }).click()
  await page.getByText("Your account is open").waitFor()
  await signInOn(page, poor)
}

describeWith(chromium, "What the page that verifies one address charges", () => {
  layer(
    browserWorld({ env: { RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "3" } }),
    live
  )((it) => {
    it.effect("asks nobody when it is loaded again or gone back to, until it is told to", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const asked = listenForChecks(page)
        yield* Effect.promise(async () => {
          await open(page, "/verify")
          await answered(page, "ann@acme.test")
          await answered(page, "ann@plain.test", "Deep")
          assert.strictEqual(new URL(page.url()).search, "?email=ann%40plain.test&mode=deep")
          await page.goBack()
          await verdict(page, "ann@acme.test").waitFor()
          assert.strictEqual(await page.getByLabel("Email address").inputValue(), "ann@acme.test")
          assert.isTrue(await page.getByLabel("Fast", { exact: true }).isChecked())
          await page.getByRole("link", { name: "ann@plain.test" }).click()
          await verdict(page, "ann@plain.test").waitFor()
          await page.reload()
          await page.getByText("Not verified since this page was loaded").waitFor()
          assert.isTrue(await page.getByLabel("Deep", { exact: true }).isChecked())
          assert.deepStrictEqual(asked, ["ann@acme.test", "ann@plain.test"])
          await page.getByRole("button", { name: "Verify again" }).click()
          await verdict(page, "ann@plain.test").waitFor()
          assert.deepStrictEqual(asked, ["ann@acme.test", "ann@plain.test", "ann@plain.test"])
        })
      })
    )

    it.effect(
      "says what is missing when there are too few credits, and offers what there is for",
      () =>
        Effect.gen(function* () {
          const { visit } = yield* BrowserWorld
          const { page } = yield* visit()
          yield* Effect.promise(async () => {
            await signUp(page)
            await open(page, "/verify")
            await ask(page, "ann@acme.test", "Deep")
            await page
              .getByRole("alert")
              .getByText("a deep check holds 5 credits, and 3 credits are available")
              .waitFor()
            await page.getByRole("button", { name: "Verify in fast mode, for 1 credit" }).click()
            await verdict(page, "ann@acme.test").waitFor()
            await page.getByRole("link", { name: "Credits available 2", exact: true }).waitFor()
          })
        })
    )

    it.effect("gets an answer that was lost on its way again by itself, and is charged once", () =>
      Effect.gen(function* () {
        const { running, visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const before = yield* creditsOf(running)
        const asked = listenForChecks(page)
        yield* Effect.promise(async () => {
          await open(page, "/verify")
          await page.route(
            "**/api/v1/verify?*",
            async (route) => {
              await route.fetch()
              await route.abort()
            },
            { times: 1 }
          )
          assert.include(await answered(page, "ann@bare.test"), "Valid")
        })
        assert.deepStrictEqual(asked, ["ann@bare.test", "ann@bare.test"])
        assert.strictEqual(yield* creditsOf(running), before - 1)
      })
    )

    it.effect(
      "puts the address that was probably meant into the box, and charges nothing yet",
      () =>
        Effect.gen(function* () {
          const { visitAsOwner } = yield* BrowserWorld
          const { page } = yield* visitAsOwner()
          const asked = listenForChecks(page)
          yield* Effect.promise(async () => {
            await open(page, "/verify")
            await page.getByRole("button", { name: "did_you_mean@sandbox.rcpt.test" }).click()
            await page.getByRole("button", { name: "someone@gmail.com" }).click()
            await page.getByText("Not verified since this page was loaded").waitFor()
            assert.strictEqual(
              await page.getByLabel("Email address").inputValue(),
              "someone@gmail.com"
            )
          })
          assert.deepStrictEqual(asked, ["did_you_mean@sandbox.rcpt.test"])
        })
    )
  })
})
