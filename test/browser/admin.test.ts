import { Effect } from "effect"
import type { Page } from "playwright-core"

import { openPerson, signIn } from "../service/accounts/sessions/sessionWorld.ts"
import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  signInOn,
  themes
} from "./world.ts"

const find = async (page: Page, email: string): Promise<void> => {
  await open(page, "/admin")
  await page.getByRole("searchbox", { name: "Email" }).fill(email)
  await page.keyboard.press("Enter")
  await row(page, email).waitFor()
}

const row = (page: Page, email: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: email }) })

const fill = async (page: Page, credits: string, reason: string): Promise<void> => {
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Credits").fill(credits)
  await dialog.getByLabel("Reason").fill(reason)
}

const press = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()

inBrowser("The administration", { env: { RCPT_TRUSTED_PROXIES: "127.0.0.0/8" } }, (it) => {
  it.effect("is not found by an account that does not administer the service", function* () {
    const { running, visit } = yield* BrowserWorld
    const person = yield* openPerson(running)
    const { page } = yield* visit()
    yield* Effect.promise(async () => {
      await signInOn(page, person)
      assert.strictEqual(await open(page, "/admin"), "Page not found")
      assert.strictEqual(await page.getByRole("link", { name: "Admin" }).count(), 0)
    })
  })

  it.effect(
    "grants credits once, even if the button is pressed again after a lost response",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const person = yield* openPerson(running)
      const { page, complaints } = yield* visitAsOwner()
      const balance = Effect.map(
        running.get("/api/v1/account", { apiKey: person.apiKey }),
        ({ json }) => (json as { readonly credits: number }).credits
      )
      const before = yield* balance
      yield* Effect.promise(async () => {
        await find(page, person.email.toUpperCase().toLowerCase())
        await row(page, person.email)
          .getByRole("button", { name: /^Grant/ })
          .click()
        // The first request arrives, but its response does not.
        await page.route(
          "**/grants",
          async (route) => {
            await route.fetch()
            await route.abort()
          },
          { times: 1 }
        )
        await fill(page, "1,234", "a trial")
        await press(page, "Grant 1,234 credits")
        await page.getByRole("alert").getByText("Cannot reach the service").waitFor()
        await press(page, "Grant 1,234 credits")
        await page.getByText(`Added 1,234 credits to ${person.email}.`).waitFor()
        const now = new Intl.NumberFormat("en").format(before + 1_234)
        await row(page, person.email).getByText(now).waitFor()
      })
      assert.strictEqual(yield* balance, before + 1_234)
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "removes credits, at most as many as are available, and refuses unclear numbers",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      const person = yield* openPerson(running)
      yield* Effect.promise(async () => {
        await find(page, person.email)
        await row(page, person.email)
          .getByRole("button", { name: /^Grant/ })
          .click()
        await fill(page, "20", "a gift")
        await press(page, "Grant 20 credits")
        await page.getByText("Added").waitFor()
        const available = await row(page, person.email).locator(".credits").innerText()
        await row(page, person.email)
          .getByRole("button", { name: /^Adjust/ })
          .click()
        for (const unclear of ["1.000", "1,5", "1e3", "ten"]) {
          await fill(page, unclear, "a mistake")
          await press(page, "Add credits")
          await page.getByText("Enter a whole number, such as 1000.").waitFor()
        }
        const all = Number(available.replaceAll(",", ""))
        await fill(page, String(-all - 1), "a mistake")
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /^Remove/ })
          .click()
        await page.getByText("the account has only").waitFor()
        await fill(page, "-5", "a mistake")
        await press(page, "Remove 5 credits")
        await page.getByText(`Removed 5 credits from ${person.email}.`).waitFor()
        const left = new Intl.NumberFormat("en").format(all - 5)
        await row(page, person.email).getByText(left, { exact: true }).waitFor()
      })
    }
  )

  it.effect("suspends and resumes an account", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const person = yield* openPerson(running)
    yield* signIn(running, person)
    const { page } = yield* visitAsOwner()
    const statusOfKey = Effect.map(
      running.get("/api/v1/account", { apiKey: person.apiKey }),
      ({ status }) => status
    )
    yield* Effect.promise(async () => {
      await find(page, person.email)
      await row(page, person.email)
        .getByRole("button", { name: /^Suspend/ })
        .click()
      await press(page, "Suspend account")
      await page.getByText(`${person.email} is suspended.`).waitFor()
      await row(page, person.email).getByText("Suspended").waitFor()
    })
    assert.strictEqual(yield* statusOfKey, 401)
    yield* Effect.promise(async () => {
      await row(page, person.email)
        .getByRole("button", { name: /^Resume/ })
        .click()
      await press(page, "Resume account")
      await page.getByText(`${person.email} has access again.`).waitFor()
    })
    assert.strictEqual(yield* statusOfKey, 200)
  })

  it.effect("keeps tab and search in the URL, so that reload and Back work", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const person = yield* openPerson(running)
    const { page } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await find(page, person.email)
      await page.reload()
      await row(page, person.email).waitFor()
      assert.strictEqual(await page.getByRole("rowheader").count(), 1)
      await page.getByRole("tab", { name: /^Data/ }).click()
      await page.waitForURL("**/admin?tab=data")
      await page.getByRole("rowheader", { name: "disposable-domains", exact: true }).waitFor()
      await page.goBack()
      await row(page, person.email).waitFor()
      // As if more accounts were found than a page has.
      await page.route("**/admin/accounts?*", async (route) => {
        const response = await route.fetch({
          url: route
            .request()
            .url()
            .replace(/&cursor=\w+/, "")
        })
        const json = { ...(await response.json()), next: "more" }
        await route.fulfill({ response, json })
      })
      await page.reload()
      await page.getByRole("button", { name: "Older" }).click()
      await page.waitForURL((url) => url.searchParams.get("cursor") === "more")
      assert.strictEqual(new URL(page.url()).searchParams.get("email"), person.email)
    })
  })

  it.effect("shows the health of the service, and runs the doctor again", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    yield* running.get("/api/v1/verify?mode=deep&email=gone@acme.test")
    yield* Effect.promise(async () => {
      await open(page, "/admin?tab=health")
      await page.getByText("Online").waitFor()
      // The run at the start has finished, so the next one is that of the button.
      const passed = page.getByText(/\d+ checks passed/)
      await passed.waitFor()
      await page.getByRole("button", { name: "Run again" }).click()
      await page.locator("button[aria-busy=true]", { hasText: "Run again" }).waitFor()
      await page.getByText("The doctor has finished.").waitFor({ state: "attached" })
      await passed.click()
      await page.getByText("DNS answers.").waitFor()
      await page.getByRole("tab", { name: /^Mail servers/ }).click()
      // The lab sets the pace, so its mail hosts are grouped by address.
      const guard = row(page, "127.0.2.1")
      await guard.getByText("Working").waitFor()
      await guard.getByText("550 5.1.1").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone, in ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          for (const tab of ["accounts", "health", "mail-servers", "data"]) {
            await open(page, `/admin?tab=${tab}`)
            await assertFits(page)
            await assertAccessible(page)
          }
          await open(page, "/admin")
          await page
            .getByRole("button", { name: /^Grant/ })
            .first()
            .click()
          await assertAccessible(page)
        },
        { colorScheme, ...phone }
      )
    )
})
