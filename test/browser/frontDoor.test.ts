/** The sign-in page of a service whose operator offers the demo: any address can be tried there. */
import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { forEveryLook, listFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, BrowserWorld, inBrowser, open } from "./world.ts"

inBrowser("A first visit", { env: { RCPT_DEMO: "on" } }, (it) => {
  it.effect("checks any address while the demo is on", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit()
    yield* Effect.promise(async () => {
      await open(page, "/sign-in")
      await page.getByLabel("Any address").fill("support@acme.test")
      await page.getByRole("button", { name: "Check", exact: true }).click()
      const trial = page.getByRole("region", { name: "Try it without an account" })
      await trial.getByText("This is a shared inbox").waitFor()
      await forEveryLook(page, assertAccessible)
      await page.getByLabel("Any address").fill(" ")
      await page.getByRole("button", { name: "Check", exact: true }).click()
      await trial.getByText(/^The address must/).waitFor()
    })
  })

  it.effect("ends with a list whose four downloads each have their number of rows", () =>
    asOwner(async (page) => {
      const rows = ["email", "valid@sandbox.rcpt.test", "invalid@sandbox.rcpt.test"]
      await startList(page, listFile("four.csv", rows), "deep")
      const downloads = page.getByRole("list", { name: "Download" })
      await downloads.getByText("Your whole file in its order").waitFor()
      await downloads.getByText("1 row.").first().waitFor()
      const texts = await downloads.getByRole("listitem").allInnerTexts()
      const counts = texts.slice(0, 4).map((text) => /\d+ rows?\./.exec(text)?.[0])
      assert.deepStrictEqual(counts, ["1 row.", "0 rows.", "1 row.", "0 rows."])
    })
  )
})
