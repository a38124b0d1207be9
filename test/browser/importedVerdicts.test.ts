/** Verdicts of another service in a list: the page names them, asks for their date, and takes them. */

import { assert } from "../support/vitest.ts"
import { choose, forEveryLook, jobWaitMax, listFile } from "./lists.ts"
import { asOwner, inBrowser } from "./world.ts"

const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)

inBrowser("A list with verdicts of another service", (it) => {
  it.effect("names the service, and takes them once it knows their date", () =>
    asOwner(async (page) => {
      await choose(
        page,
        listFile("kickbox.csv", [
          "Email,Result,Reason,Sendex",
          "ann@acme.test,deliverable,accepted_email,1",
          "bob@acme.test,risky,low_quality,0.2"
        ])
      )
      await page.getByText("This list has verdicts of Kickbox").waitFor()
      assert.strictEqual(await page.getByLabel(/^Take \d/).count(), 0)
      await page.getByLabel("Date of these verdicts").fill(yesterday)
      await page.getByLabel("Take 2 results of the last 30 days, saves up to 2 credits").check()
      await forEveryLook(page, async () => {})
      await page.getByRole("button", { name: "Start verification" }).click()
      await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
      const path = `/api/v1${new URL(page.url()).pathname}/results?details=true`
      const { results } = await (await page.request.get(path)).json()
      assert.deepStrictEqual(
        results.map(({ imported_from: from, credits_used: credits }: Record<string, unknown>) => [
          from,
          credits
        ]),
        [
          ["kickbox", 0],
          ["kickbox", 0]
        ]
      )
    })
  )
})
