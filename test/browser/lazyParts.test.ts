/** Parts of the dashboard that are loaded when they are first shown: without a network, and after an update. */
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { assertAccessible, BrowserWorld, inBrowser, open } from "./world.ts"

const notLoaded = "This part could not be loaded"

/** Milliseconds: each page waits some seconds for the network. */
const waitMax = 240_000

/** The names of the pages in the navigation. */
const pages = [
  "Verify",
  "Lists",
  "Rules",
  "Activity",
  "Ledger",
  "API keys",
  "Webhooks",
  "Usage",
  "People",
  "Security",
  "Admin",
  "Settings"
]

/** The service after an update: it has a page with another entry, and none of the files of this tab. */
const update = async (page: Page): Promise<() => Promise<void>> => {
  const assets = "**/assets/**"
  const entry = "**/index.html"
  await page.route(assets, (route) => route.fulfill({ status: 404, body: "{}" }))
  await page.route(entry, async (route) => {
    const response = await route.fetch()
    const newer = (await response.text()).replace(
      /src="(\/assets\/[^"]+)\.js"/,
      'src="$1-newer.js"'
    )
    await route.fulfill({ response, body: newer })
  })
  return async () => {
    await page.unroute(assets)
    await page.unroute(entry)
  }
}

/** The palette is loaded a second after the first page. */
const withoutPalette = async (page: Page): Promise<void> => {
  await page.route("**/assets/Palette-*", (route) => route.abort())
}

const visitSettings = Effect.gen(function* () {
  const { visitAsOwner } = yield* BrowserWorld
  const { page, context } = yield* visitAsOwner()
  yield* Effect.promise(async () => {
    await withoutPalette(page)
    await open(page, "/settings")
  })
  return { page, context }
})

inBrowser("Parts that are loaded later", (it) => {
  it.effect(
    "a page says that the network is gone, and opens when it is back",
    function* () {
      const { page, context } = yield* visitSettings
      yield* Effect.promise(async () => {
        const menu = page.getByRole("navigation", { name: "Main" })
        for (const name of pages.filter((name) => name !== "Settings")) {
          await context.setOffline(true)
          await menu.getByRole("link", { name, exact: true }).click()
          await page.getByText(notLoaded).waitFor()
          if (name === "People") await assertAccessible(page)
          await context.setOffline(false)
          await page.getByText(notLoaded).waitFor({ state: "detached" })
          await page.locator("[aria-current=page]", { hasText: name }).waitFor()
          assert.notInclude(await page.getByRole("main").innerText(), "not available")
        }
      })
    },
    waitMax
  )

  it.effect("another page opens while one could not be loaded", function* () {
    const { page } = yield* visitSettings
    yield* Effect.promise(async () => {
      await page.route("**/assets/PeoplePage-*", (route) => route.abort())
      const menu = page.getByRole("navigation", { name: "Main" })
      await menu.getByRole("link", { name: "People" }).click()
      await page.getByText(notLoaded).waitFor()
      await menu.getByRole("link", { name: "Usage" }).click()
      await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
      await page.unroute("**/assets/PeoplePage-*")
      await menu.getByRole("link", { name: "People" }).click()
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
    })
  })

  for (const { keys, name, part } of [
    { keys: "?", name: "Keyboard shortcuts", part: "the help says" },
    { keys: "Control+k", name: undefined, part: "the palette says" }
  ])
    it.effect(
      `${part} so in a dialog over the page, and opens when the network is back`,
      function* () {
        const { page, context } = yield* visitSettings
        yield* Effect.promise(async () => {
          await context.setOffline(true)
          await page.keyboard.press(keys)
          const dialog = page.getByRole("dialog", { name: notLoaded })
          await dialog.getByText("rcpt does not respond").waitFor()
          await assertAccessible(page)
          await page.unroute("**/assets/Palette-*")
          await context.setOffline(false)
          await dialog.waitFor({ state: "detached" })
          await (name === undefined
            ? page.getByRole("combobox", { name: /^Page, list/ }).waitFor()
            : page.getByRole("dialog", { name }).waitFor())
          await page.keyboard.press("Escape")
          await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
        })
      }
    )

  it.effect("a page keeps its style sheet when that alone was lost", function* () {
    const { page } = yield* visitSettings
    yield* Effect.promise(async () => {
      let losses = 0
      await page.route("**/assets/LedgerPage-*.css", (route) =>
        losses++ === 0 ? route.abort() : route.continue()
      )
      await page.getByRole("link", { name: "Ledger", exact: true }).click()
      await page.getByRole("heading", { level: 1, name: "Ledger" }).waitFor()
      const sheets = await page.evaluate(() =>
        [...document.styleSheets].map(({ href }) => href ?? "")
      )
      assert.isTrue(sheets.some((href) => href.includes("LedgerPage-")))
    })
  })

  it.effect(
    "after an update, a part that is gone asks for a reload, which keeps what was typed",
    function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, "/verify")
        await page.getByLabel("Email address").fill("ann@typed.test")
        await page.getByRole("radio", { name: /Deep/ }).check()
        const settle = await update(page)
        await page.getByRole("heading", { level: 1 }).click()
        await page.keyboard.press("?")
        const dialog = page.getByRole("dialog", { name: notLoaded })
        await dialog.getByText("rcpt was updated while this page was open").waitFor()
        await settle()
        await dialog.getByRole("button", { name: "Reload" }).click()
        await page.waitForFunction(
          () => document.querySelector<HTMLInputElement>("main input")?.value === "ann@typed.test"
        )
        assert.isTrue(await page.getByRole("radio", { name: /Deep/ }).isChecked())
        await page.reload()
        await page.getByLabel("Email address").waitFor()
        assert.strictEqual(await page.getByLabel("Email address").inputValue(), "")
      })
    }
  )

  it.effect("a reload stores no password", function* () {
    const { page } = yield* visitSettings
    yield* Effect.promise(async () => {
      const password = page.getByLabel("New password")
      await password.fill("not for storage")
      await page.getByRole("button", { name: "Show password" }).last().click()
      const settle = await update(page)
      await page.getByRole("heading", { level: 1 }).click()
      await page.keyboard.press("?")
      const dialog = page.getByRole("dialog", { name: notLoaded })
      await dialog.getByText("was updated").waitFor()
      await settle()
      await page.addInitScript(() => {
        window.name = sessionStorage.getItem("rcpt.typed") ?? ""
      })
      await dialog.getByRole("button", { name: "Reload" }).click()
      await page.waitForFunction(() => window.name !== "")
      assert.notInclude(await page.evaluate(() => window.name), "not for storage")
    })
  })

  it.effect("a tab that is older than the service says so when it gets the focus", function* () {
    const { page } = yield* visitSettings
    yield* Effect.promise(async () => {
      const banner = page.getByText("rcpt was updated while this page was open.")
      await page.evaluate(() => window.dispatchEvent(new Event("focus")))
      const settle = await update(page)
      await page.clock.install()
      await page.clock.fastForward("02:00")
      await page.evaluate(() => window.dispatchEvent(new Event("focus")))
      await banner.waitFor()
      await assertAccessible(page)
      await settle()
      await page.getByRole("button", { name: "Reload" }).click()
      await banner.waitFor({ state: "detached" })
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
    })
  })

  it.effect(
    "without any of its code, the dashboard says that it could not be loaded",
    function* () {
      const { visit } = yield* BrowserWorld
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        await page.route("**/assets/App-*.js", (route) => route.abort())
        await page.goto("/sign-in")
        await page.getByText("The rcpt dashboard could not be loaded").waitFor()
      })
    }
  )
})
