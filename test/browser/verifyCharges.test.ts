import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { submit, creditsOf, listenForChecks, verdict, verdictText } from "./verifyPage.ts"
import { BrowserWorld, inBrowser, open, owner, signUpOn } from "./world.ts"

const newUser = { email: "poor@verify.test", password: owner.password }

inBrowser(
  "The verify page",
  {
    env: { RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "3", RCPT_ACTIVITY_DAYS: "0" }
  },
  (it) => {
    it.effect("starts no check on a reload or Back, only when the user asks for it", function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      const sent = listenForChecks(page)
      yield* Effect.promise(async () => {
        await open(page, "/verify")
        await verdictText(page, "ann@acme.test")
        await verdictText(page, "ann@plain.test", "Deep")
        assert.strictEqual(new URL(page.url()).search, "?email=ann%40plain.test&mode=deep")
        await page.goBack()
        await verdict(page, "ann@acme.test").waitFor()
        assert.strictEqual(await page.getByLabel("Email address").inputValue(), "ann@acme.test")
        assert.isTrue(await page.getByLabel("Fast", { exact: true }).isChecked())
        await page.getByRole("link", { name: "ann@plain.test" }).click()
        await verdict(page, "ann@plain.test").waitFor()
        await page.reload()
        await page.getByText("Not verified in this session").waitFor()
        assert.isTrue(await page.getByLabel("Deep", { exact: true }).isChecked())
        assert.deepStrictEqual(sent, ["ann@acme.test", "ann@plain.test"])
        await page.getByRole("button", { name: "Verify now" }).click()
        await verdict(page, "ann@plain.test").waitFor()
        assert.deepStrictEqual(sent, ["ann@acme.test", "ann@plain.test", "ann@plain.test"])
      })
    })

    it.effect(
      "reports how many credits are missing, and offers a check that is affordable",
      function* () {
        const { visit } = yield* BrowserWorld
        const { page } = yield* visit()
        yield* Effect.promise(async () => {
          await signUpOn(page, newUser)
          await open(page, "/verify")
          await submit(page, "ann@acme.test", "Deep")
          await page
            .getByRole("alert")
            .getByText("a deep check holds 5 credits, but only 3 credits are available")
            .waitFor()
          await page.getByRole("button", { name: "Verify in fast mode for 1 credit" }).click()
          await verdict(page, "ann@acme.test").waitFor()
          await page.getByRole("link", { name: "Credits available 2", exact: true }).waitFor()
        })
      }
    )

    it.effect("retries automatically after a lost response, and is charged once", function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      const before = yield* creditsOf(running)
      const sent = listenForChecks(page)
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
        assert.include(await verdictText(page, "ann@bare.test"), "Valid")
      })
      assert.deepStrictEqual(sent, ["ann@bare.test", "ann@bare.test"])
      assert.strictEqual(yield* creditsOf(running), before - 1)
    })

    it.effect("fills in the suggested address, and charges nothing yet", function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      const sent = listenForChecks(page)
      yield* Effect.promise(async () => {
        await open(page, "/verify")
        await page.getByRole("button", { name: "did_you_mean@sandbox.rcpt.test" }).click()
        await page.getByRole("button", { name: "someone@gmail.com" }).click()
        await page.getByText("Not verified in this session").waitFor()
        assert.strictEqual(await page.getByLabel("Email address").inputValue(), "someone@gmail.com")
      })
      assert.deepStrictEqual(sent, ["did_you_mean@sandbox.rcpt.test"])
    })
  }
)
