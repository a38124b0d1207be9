/** Who uploaded a list: on its page, and in the list of lists. */
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { list as fileOf, upload } from "../service/jobs/jobsHttpWorld.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { assertAccessible, BrowserWorld, inBrowser, open, owner } from "./world.ts"

const byHand = listFile("by-hand.csv", ["email", "valid@sandbox.rcpt.test"])

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) })

inBrowser("A list in the dashboard", (it) => {
  it.effect("says whether a person uploaded it, or which API key", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    yield* Effect.orDie(
      upload(running, [fileOf("email\nrisky@sandbox.rcpt.test\n", "by-program.csv")])
    )
    yield* Effect.promise(async () => {
      await startList(page, byHand)
      await page.getByText(`Uploaded by ${owner.email}`).waitFor({ timeout: jobWaitMax })
      await open(page, "/bulk")
      await row(page, "by-hand.csv").getByText(owner.email).waitFor()
      await row(page, "by-program.csv")
        .getByText(/^API key ./)
        .waitFor()
      await forEveryLook(page, assertAccessible)
      await page.getByRole("link", { name: "by-program.csv" }).click()
      await page.getByText(/^Uploaded by API key ./).waitFor()
      await forEveryLook(page, assertAccessible)
    })
  })
})
