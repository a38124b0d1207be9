import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  BrowserWorld,
  inBrowser,
  open,
  owner,
  signUpOn
} from "./world.ts"

const customer = { email: "poor@refusals.test", password: owner.password }

/** Sees the refusal of a deep check, for which the credits are not enough. */
const isRefused = async (page: Page): Promise<string> => {
  await open(page, "/verify?email=ann%40acme.test&mode=deep")
  await page.getByRole("button", { name: "Verify", exact: true }).click()
  const alert = page.getByRole("alert")
  await alert.waitFor()
  await assertAccessible(page)
  return alert.innerText()
}

inBrowser(
  "A refused request",
  { credits: 3, env: { RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "3" } },
  (it) => {
    it.effect("for credits shows an owner where to grant them", () =>
      asOwner(async (page) => {
        assert.include(await isRefused(page), "only 3 credits are available")
        await page.getByRole("link", { name: "grant credits in Admin" }).click()
        await page.getByRole("button", { name: `Grant credits to ${owner.email}` }).waitFor()
      })
    )

    it.effect("for credits tells everybody else whom to ask, and what to say", function* () {
      const { visit } = yield* BrowserWorld
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        await signUpOn(page, customer)
        const text = await isRefused(page)
        assert.include(text, "Ask the operator of this service for more credits")
        assert.include(text, customer.email)
        assert.notInclude(text, "Admin")
      })
    })

    it.effect("for haste counts down until it may be sent again", () =>
      asOwner(async (page) => {
        let refusals = 0
        await page.route("**/api/v1/usage?*", async (route) => {
          refusals += 1
          if (refusals > 1) return route.continue()
          await route.fulfill({
            status: 429,
            headers: { "retry-after": "5" },
            json: { error: "too many requests" }
          })
        })
        await open(page, "/usage")
        const alert = page.getByRole("alert")
        const again = page.getByRole("button", { name: "Try again" })
        await alert.getByText(/Try again in [2-5] s\./).waitFor()
        assert.strictEqual(await again.getAttribute("aria-disabled"), "true")
        await again.click({ force: true })
        assert.strictEqual(refusals, 1)
        await alert.getByText("Try again in 1 s.").waitFor()
        await alert.getByText("You can try again now.").last().waitFor()
        await again.click()
        await page.getByText("No checks yet").waitFor()
        assert.strictEqual(refusals, 2)
      })
    )

    it.effect("of a page is told with its id, and sent again", () =>
      asOwner(async (page) => {
        await page.route("**/api/v1/overview", (route) =>
          route.fulfill({
            status: 403,
            headers: { "x-request-id": "request-1" },
            json: { error: "this key may not do that" }
          })
        )
        await open(page, "/")
        const text = await page.getByRole("alert").innerText()
        assert.include(text, "This key may not do that.")
        assert.include(text, "request-1")
        await page.unroute("**/api/v1/overview")
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByText("Spent this month").waitFor()
      })
    )
  }
)
