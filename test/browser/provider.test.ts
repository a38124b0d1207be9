/** Sign-in at a provider of OpenID Connect, as a person sees it. */
import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer } from "effect"

import { environmentOf, makeProvider, newUser } from "../service/accounts/provider/providerWorld.ts"
import type { OpenIdProvider } from "../service/accounts/provider/providerWorld.ts"
import { chromium, describeWith } from "../support/needs.ts"
import { assert, layer } from "../support/vitest.ts"
import { forEveryLook } from "./lists.ts"
import { assertAccessible, BrowserWorld, browserWorld, live, open } from "./world.ts"

class AtProvider extends Context.Service<AtProvider, OpenIdProvider>()(
  "test/browser/provider/AtProvider"
) {}

const world = Layer.unwrap(
  Effect.gen(function* () {
    const port = yield* Effect.orDie(freePort)
    const base = `http://127.0.0.1:${port}`
    const provider = yield* makeProvider(base)
    return Layer.merge(
      Layer.succeed(AtProvider, provider),
      browserWorld({ port, env: environmentOf(provider.issuer, base) })
    )
  })
)

describeWith(chromium, "Sign-in with the company", () => {
  layer(
    world,
    live
  )((it) => {
    it.effect(
      "goes there and back, shows that it is the person, and signs out at both",
      function* () {
        const { visit } = yield* BrowserWorld
        const provider = yield* AtProvider
        const user = newUser({ groups: ["rcpt-managers"] })
        provider.user = user
        const { page, context, complaints } = yield* visit()
        yield* Effect.promise(async () => {
          await open(page, "/sign-in?next=/settings")
          await forEveryLook(page, assertAccessible)
          await page.getByRole("button", { name: "Sign in with Acme" }).click()
          await page.getByText("You sign in with Acme").waitFor()
          await page.getByText(user.email!).first().waitFor()
          await forEveryLook(page, assertAccessible)

          // A sign-in of long ago: a key needs a new one, in another tab.
          const tab = await context.newPage()
          await tab.goto("/oidc/sign-in?fresh=1")
          await tab.getByText("Close this tab").waitFor()
          await forEveryLook(tab, assertAccessible)
          await tab.close()

          await page.getByRole("button", { name: "Sign out", exact: true }).click()
          await page.waitForURL(`${provider.issuer}/session/end*`)
        })
        assert.deepStrictEqual(complaints, [])
      }
    )

    it.effect("says why somebody is refused", function* () {
      const { visit } = yield* BrowserWorld
      const provider = yield* AtProvider
      provider.user = newUser({ groups: [] })
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        await open(page, "/sign-in")
        await page.getByRole("button", { name: "Sign in with Acme" }).click()
        await page.getByText("has no role in rcpt").waitFor()
        await forEveryLook(page, assertAccessible)
      })
      const german = yield* visit({ locale: "de-DE" })
      yield* Effect.promise(async () => {
        await open(german.page, "/connect#email=ann%40acme.test")
        await german.page.getByText("Geben Sie einmal").waitFor()
        await forEveryLook(german.page, assertAccessible)
      })
    })
  })
})
