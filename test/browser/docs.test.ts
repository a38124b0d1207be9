import { Effect } from "effect"

import { hrefOf } from "../../packages/docs/src/site/links.ts"
import { sitePages } from "../../packages/docs/src/site/sitePages.ts"
import { assert } from "../support/vitest.ts"
import {
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  themes
} from "./world.ts"

const shown = [
  "/docs",
  "/docs/quick-start",
  "/docs/verdict-and-score",
  // Beside the page with the longest name.
  "/docs/verdicts/mailbox_disabled",
  "/docs/reference/jobs",
  "/docs/settings",
  "/docs/errors",
  "/docs/architecture"
]

const ways = ["Call the API", "Clean a list", "Host it", "Audit it"]

inBrowser("The documentation in a browser", (it) => {
  for (const colorScheme of themes)
    for (const [where, size] of Object.entries({ "at a desk": {}, "on a phone": phone }))
      it.effect(`is accessible and fits ${where} (${colorScheme})`, function* () {
        const { visit } = yield* BrowserWorld
        const { page, complaints } = yield* visit({ colorScheme, ...size })
        yield* Effect.promise(async () => {
          for (const path of shown) {
            await open(page, path)
            await assertAccessible(page)
            await assertFits(page)
          }
        })
        assert.deepStrictEqual(complaints, [])
      })

  it.effect("fits a phone on every page", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit(phone)
    yield* Effect.promise(async () => {
      for (const { path } of sitePages) {
        await page.goto(hrefOf(path), { waitUntil: "domcontentloaded" })
        await assertFits(page)
      }
    })
  })

  it.effect(
    "finds a name and a section by the keyboard, and says when it finds nothing",
    function* () {
      const { visit } = yield* BrowserWorld
      const { page, complaints } = yield* visit()
      yield* Effect.promise(async () => {
        const hits = page.locator("#hits")
        await open(page, "/docs")
        await page.keyboard.press("/")
        await page.keyboard.type("catch_all")
        await page
          .getByRole("status")
          .getByText(/places found/)
          .waitFor()
        await assertAccessible(page)
        await page.keyboard.press("Escape")
        await hits.waitFor({ state: "hidden" })
        await page.keyboard.press("Enter")
        await page.waitForURL("**/docs/verdicts/catch_all")
        await page.keyboard.press("/")
        await page.keyboard.type("RCPT_DATABASE")
        await hits.getByRole("link").first().waitFor()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Enter")
        await page.waitForURL(/\/docs\/settings#rcpt_database_/)
        await page.keyboard.press("/")
        await page.keyboard.type("qqqq")
        await hits.getByText("No page has “qqqq”.").waitFor()
        await page.getByRole("status").getByText("Nothing found for qqqq").waitFor()
        await assertAccessible(page)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("says when the search cannot be loaded, and loads it later", function* () {
    const { visit } = yield* BrowserWorld
    const { page, context } = yield* visit()
    yield* Effect.promise(async () => {
      const hits = page.locator("#hits")
      await open(page, "/docs/limits")
      await context.setOffline(true)
      await page.keyboard.press("/")
      await page.keyboard.type("time")
      await hits.getByText("The search could not be loaded.").waitFor()
      await context.setOffline(false)
      await page.keyboard.type("out")
      await hits.getByRole("link", { name: "timeout smtp.status" }).waitFor()
    })
  })

  it.effect("copies an example with the keyboard, and says so", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit({ permissions: ["clipboard-read", "clipboard-write"] })
    const [example, copied] = yield* Effect.promise(async () => {
      await open(page, "/docs/quick-start")
      const block = page.locator(".code").first()
      await block.locator("pre").focus()
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.getByRole("status").getByText("Copied").waitFor()
      await block.getByRole("button", { name: "Copied" }).waitFor()
      const shown = await block.locator("code").innerText()
      return [shown, await page.evaluate(() => navigator.clipboard.readText())]
    })
    assert.strictEqual(copied, example)
  })

  it.effect("leads from page to page, and to the parts of a page", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit()
    yield* Effect.promise(async () => {
      await open(page, "/docs")
      await page.getByRole("link", { name: "Next Quick start" }).click()
      await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor()
      await page.getByRole("link", { name: "Previous Overview" }).click()
      await page.getByRole("heading", { level: 2, name: ways[0]! }).waitFor()
      await open(page, "/docs/webhooks")
      const parts = page.getByRole("navigation", { name: "On this page" })
      await parts.getByRole("link", { name: "Delivery" }).click()
      assert.match(page.url(), /#delivery$/)
      await parts.locator("[aria-current=location]").waitFor()
      await page.setViewportSize(phone.viewport)
      await parts.getByRole("link", { name: "Delivery" }).waitFor({ state: "hidden" })
      await parts.getByText("On this page").click()
      await parts.getByRole("link", { name: "Delivery" }).waitFor()
    })
  })

  it.effect(
    "can be read without scripts: the four ways in, the menu, no dead buttons",
    function* () {
      const { visit } = yield* BrowserWorld
      for (const size of [{}, phone]) {
        const { page } = yield* visit({ javaScriptEnabled: false, ...size })
        yield* Effect.promise(async () => {
          await page.goto("/docs")
          for (const name of ways) await page.getByRole("heading", { level: 2, name }).waitFor()
          assert.isFalse(await page.getByRole("search").isVisible())
          await page.getByRole("link", { name: "Make your first call" }).click()
          await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor()
          assert.strictEqual(await page.getByRole("button").count(), 0)
          if (size === phone) await page.getByText("All pages").click()
          const menu = page.getByRole("navigation", { name: "Pages" })
          await menu.getByRole("link", { name: "Webhooks" }).click()
          await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor()
        })
      }
    }
  )

  it.effect("puts a key of the reader's own and this server into the examples", function* () {
    const { running, visit, visitAsOwner } = yield* BrowserWorld
    const stranger = yield* visit()
    yield* Effect.promise(async () => {
      await open(stranger.page, "/docs/quick-start")
      await stranger.page.getByRole("button", { name: "Put a key of mine" }).click()
      await stranger.page.getByRole("link", { name: "Sign in", exact: true }).waitFor()
    })
    const { page } = yield* visitAsOwner()
    const example = yield* Effect.promise(async () => {
      await open(page, "/docs/quick-start")
      await page.getByRole("button", { name: "Put a key of mine" }).click()
      await page.getByText("have a key of yours").waitFor()
      await open(page, "/docs/verdicts/relay")
      return page.locator("pre code").first().innerText()
    })
    assert.include(example, running.base)
    const key = /rcpt_live_\w+/.exec(example)![0]
    const answer = yield* running.get("/api/v1/account", { apiKey: key })
    assert.strictEqual(answer.status, 200)
  })
})
