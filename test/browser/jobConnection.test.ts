import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { jobWaitMax, listFile, startList } from "./lists.ts"
import { BrowserWorld, inBrowser } from "./world.ts"

const list = listFile("interrupted.csv", ["email", "ann@acme.test", "ann@grey.test"])

inBrowser(
  "The page of a job whose service is killed",
  { env: { RCPT_GREYLIST_RETRIES: "10s" } },
  (it) => {
    it.effect(
      "shows that the connection is lost, and follows the job to its end without a reload",
      () =>
        Effect.gen(function* () {
          const { running, visitAsOwner } = yield* BrowserWorld
          const { page } = yield* visitAsOwner()
          yield* Effect.promise(async () => {
            await startList(page, list, "deep")
            await page.getByText("1 of 2 rows").waitFor({ timeout: jobWaitMax })
            await page.evaluate(() => document.body.setAttribute("data-loaded", "once"))
          })
          yield* running.kill("SIGKILL")
          yield* Effect.promise(async () => {
            await page.getByText("Live updates paused").waitFor()
            await page.getByText("Connection lost").first().waitFor()
          })
          yield* running.restart
          yield* Effect.promise(async () => {
            await page.getByText("Complete", { exact: true }).waitFor({ timeout: jobWaitMax })
            assert.strictEqual(await page.getByText("Live updates paused").count(), 0)
            assert.strictEqual(await page.locator("body[data-loaded=once]").count(), 1)
          })
        }).pipe(Effect.scoped)
    )
  }
)
