import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { jobWaitMax, listFile, startList } from "./lists.ts"
import { BrowserWorld, inBrowser } from "./world.ts"

/** One of its mail servers uses greylisting, so that the list runs until it is cancelled. */
const waiting = listFile("waiting.csv", [
  "email",
  "ann@acme.test",
  "gone@acme.test",
  "ann@nowhere.test",
  "ann@grey.test"
])

const titleIs = (page: Page, title: string) =>
  page.waitForFunction((title) => document.title === title, title, { timeout: jobWaitMax })

/** Notes what the page shows and asks, and answers for the user, whom a test has not. */
const asUser = (page: Page, answer: NotificationPermission) =>
  page.addInitScript((answer) => {
    const seen: Array<string> = []
    Object.assign(window, { seen })
    class Shown extends EventTarget {
      static permission: NotificationPermission = "default"
      static requestPermission = async () => {
        seen.push("asked")
        return (Shown.permission = answer)
      }
      close = () => {}
      constructor(title: string, { body = "" }: NotificationOptions = {}) {
        super()
        seen.push(`${title}: ${body}`)
      }
    }
    Object.assign(window, { Notification: Shown })
  }, answer)

const seenBy = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => (window as unknown as { readonly seen: ReadonlyArray<string> }).seen)

const cancel = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Cancel list" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel list" }).click()
}

/** Runs a list up to its last row, as a user who answers the browser's question. */
const withList = (answer: NotificationPermission, run: (page: Page) => Promise<void>) =>
  Effect.gen(function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await asUser(page, answer)
      await page.reload()
      await startList(page, waiting, "deep")
      await titleIs(page, "75% · waiting.csv · rcpt")
      await run(page)
    })
    assert.deepStrictEqual(complaints, [])
  })

inBrowser("The tab of a running list", (it) => {
  it.effect("has the progress and the end in its title, and asks for nothing by itself", () =>
    withList("granted", async (page) => {
      await cancel(page)
      await titleIs(page, "Cancelled · waiting.csv · rcpt")
      assert.deepStrictEqual(await seenBy(page), [])
      await page.reload()
      await titleIs(page, "waiting.csv · rcpt")
    })
  )

  it.effect("notifies when it is over, on any page, if the user wants that", () =>
    withList("granted", async (page) => {
      const path = new URL(page.url()).pathname
      await page.getByRole("button", { name: "Notify me when it is done" }).click()
      await page.getByText("Your browser will tell you").waitFor()
      await page.getByRole("link", { name: "Usage" }).click()
      await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
      await page.evaluate((job) => fetch(job, { method: "DELETE" }), `/api/v1${path}`)
      await page.waitForFunction(() => Object(window).seen.length === 2)
      assert.deepStrictEqual(await seenBy(page), [
        "asked",
        "waiting.csv was cancelled: 1 valid, 0 risky, 2 invalid, 0 unknown"
      ])
    })
  )

  it.effect("says what remains if the browser refuses", () =>
    withList("denied", async (page) => {
      await page.getByRole("button", { name: "Notify me when it is done" }).click()
      await page.getByText("Your browser blocks notifications").waitFor()
      await cancel(page)
      await page.getByText("This list was cancelled").waitFor()
      assert.deepStrictEqual(await seenBy(page), ["asked"])
    })
  )
})
