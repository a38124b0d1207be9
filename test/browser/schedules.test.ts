/** The pages of schedules: made by the form that tries source and sink, run, changed, paused and removed by a person. */
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { playListmonk } from "../service/schedules/playListmonk.ts"
import { asking } from "../service/schedules/scheduleWorld.ts"
import { Service } from "../support/service.ts"
import { assert } from "../support/vitest.ts"
import { jobWaitMax, listFile, startList } from "./lists.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  themes
} from "./world.ts"

const form = (page: Page) => page.getByRole("dialog", { name: "New schedule" })

const rows = ["id,email", "1,ann@acme.test", "2,gone@nowhere.test", "3,bob@mailinator.com"]

const upload = async (page: Page, name: string) => {
  await startList(page, listFile(name, rows))
  await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
}

/** Until its page is there. */
const make = async (page: Page, name: string) => {
  await open(page, "/schedules")
  await page.getByRole("button", { name: "New schedule" }).click()
  await form(page).getByLabel("File name").fill(name)
  await form(page).getByRole("button", { name: "Try it" }).click()
  await form(page)
    .getByRole("cell", { name: "3", exact: true })
    .or(form(page).getByText("bob@mailinator.com"))
    .first()
    .waitFor()
  await form(page).getByLabel("Name", { exact: true }).fill(name)
  await form(page).getByRole("button", { name: "Make schedule" }).click()
  await page.getByRole("heading", { name, level: 1 }).waitFor()
}

inBrowser("The pages of schedules", { env: { RCPT_SOURCES_PRIVATE: "127.0.0.0/8" } }, (it) => {
  it.effect("make a schedule that was tried, run it, and end it", () =>
    asOwner(async (page) => {
      await open(page, "/schedules")
      await page.getByText("No schedules yet").waitFor()
      await page.getByRole("button", { name: "New schedule" }).click()
      await form(page).getByLabel("File name").fill("nothing.csv")
      await form(page).getByRole("button", { name: "Try it" }).click()
      await form(page).getByRole("button", { name: "Try again" }).waitFor()
      assert.isFalse(await form(page).getByLabel("How often").isVisible())
      await form(page).getByRole("button", { name: "Cancel" }).click()

      await upload(page, "people.csv")
      await make(page, "people.csv")
      const run = page.getByRole("row").filter({ hasText: "Done" })
      await run.getByText("New: 3").waitFor({ timeout: jobWaitMax })

      await page.getByRole("button", { name: "Change plan" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("How often").fill("never")
      await dialog.getByRole("button", { name: "Save" }).click()
      await dialog.getByText("The interval must be").waitFor()
      await dialog.getByLabel("How often").fill("7d")
      await dialog.getByRole("button", { name: "Save" }).click()
      await page.getByText("7d", { exact: true }).waitFor()

      await page.getByRole("button", { name: "Pause" }).click()
      await page.getByRole("button", { name: "Resume" }).waitFor()
      await page.getByRole("button", { name: "Remove" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
      await page.getByText("No schedules yet").waitFor()
    })
  )

  it.effect("take back what a run wrote to a listmonk", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { at, token, list, stateOf } = yield* playListmonk()
    const { create, ended } = yield* Effect.provideService(asking, Service, running)
    const sink = { kind: "listmonk", ...at, secret: token }
    const source = { ...sink, lists: [list] }
    const plan = { every: "30d", max_age: "30d" }
    const { id } = yield* create({ name: "Newsletter", source, sink, ...plan })
    yield* ended(id, 1)
    const written = Effect.forEach(["c1@acme.test", "c120@acme.test"], (email) =>
      Effect.map(stateOf(email), ({ attribs }) => attribs["rcpt"])
    )
    assert.notInclude(yield* written, undefined)
    const { page } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await open(page, `/schedules/${id}`)
      await page.getByRole("button", { name: "Take back" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Take back" }).click()
      await dialog.waitFor({ state: "hidden" })
    })
    assert.deepStrictEqual(yield* written, [null, null])
  })

  for (const colorScheme of themes)
    it.effect(`are accessible and fit a phone, in ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          const name = `${"long".repeat(12)}${colorScheme}.csv`
          await upload(page, name)
          await make(page, name)
          await page.getByText("New: 3").first().waitFor({ timeout: jobWaitMax })
          await assertFits(page)
          await assertAccessible(page)
          await open(page, "/schedules")
          await page.getByRole("link", { name }).waitFor()
          await assertFits(page)
          await assertAccessible(page)
          await page.getByRole("button", { name: "New schedule" }).click()
          for (const kind of ["listmonk", "postgres"]) {
            await form(page).getByLabel("Where your contacts are").selectOption(kind)
            await form(page).getByLabel("Where changes go").selectOption(kind)
            await assertFits(page)
            await assertAccessible(page)
          }
        },
        { colorScheme, ...phone }
      )
    )
})
