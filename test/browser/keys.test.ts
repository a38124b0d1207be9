import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
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

interface NewKey {
  readonly name: string
  readonly access?: "Full access" | "Fast checks only" | "Read only"
}

/** Returns the key that is shown. */
const create = async (page: Page, { name, access = "Full access" }: NewKey): Promise<string> => {
  await page.getByRole("button", { name: "Create key" }).click()
  const dialog = page.getByRole("dialog", { name: "Create API key" })
  await dialog.getByLabel("Name").fill(name)
  await dialog.getByLabel(access).check()
  await dialog.getByRole("button", { name: "Create key" }).click()
  const card = page.getByRole("group", { name: `New API key: ${name}`, exact: true })
  return card.getByRole("group", { name: "API key", exact: true }).locator("code").innerText()
}

/** The first call that is shown for the newest key. */
const firstCall = (page: Page) => page.getByRole("region", { name: "Your first call" }).first()

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) })

inBrowser("The API keys page", (it) => {
  it.effect(
    "creates a key that works, shows it only once, and revokes it immediately",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { page, complaints } = yield* visitAsOwner()
      yield* Effect.promise(() => open(page, "/keys"))
      const apiKey = yield* Effect.promise(() => create(page, { name: "Sign-up <b>form</b>" }))
      assert.match(apiKey, /^rcpt_live_[0-9A-Za-z]{38}$/)
      const call = yield* Effect.promise(() => firstCall(page).innerText())
      assert.include(call, `X-API-Key: ${apiKey}`)
      const path = /"(http[^"]+)"/.exec(call)?.[1]?.replace(running.base, "") ?? ""
      const response = yield* running.get(path, { apiKey })
      assert.strictEqual(response.status, 200, response.text)
      assert.deepInclude(response.json, { status: "valid", credits_used: 0 })

      yield* Effect.promise(async () => {
        const name = "Sign-up <b>form</b>"
        const text = await row(page, name).innerText()
        assert.include(text, apiKey.slice(-4))
        assert.include(text, "Full access")
        await page.reload()
        await row(page, name).waitFor()
        assert.notInclude(await page.content(), apiKey)
        await page.getByRole("button", { name: `Revoke ${name}` }).click()
        const dialog = page.getByRole("dialog", { name: "Revoke this key?" })
        await dialog.getByText("stops working immediately").waitFor()
        await dialog.getByRole("button", { name: "Revoke key" }).click()
        await page.getByText("was revoked").waitFor()
        assert.strictEqual(await row(page, name).count(), 0)
      })
      assert.strictEqual((yield* running.get(path, { apiKey })).status, 401)
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("creates restricted keys, with a first call that they allow", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    yield* Effect.promise(() => open(page, "/keys"))
    const check = "/api/v1/verify?email=valid@sandbox.rcpt.test"
    const fast = yield* Effect.promise(() =>
      create(page, { name: "fast", access: "Fast checks only" })
    )
    assert.strictEqual((yield* running.get(check, { apiKey: fast })).status, 200)
    assert.strictEqual((yield* running.get(`${check}&mode=deep`, { apiKey: fast })).status, 403)
    const read = yield* Effect.promise(() => create(page, { name: "read", access: "Read only" }))
    assert.strictEqual((yield* running.get(check, { apiKey: read })).status, 403)
    const call = yield* Effect.promise(() => firstCall(page).innerText())
    assert.include(call, read)
    assert.include(call, "/api/v1/account")
    assert.strictEqual((yield* running.get("/api/v1/account", { apiKey: read })).status, 200)
    const rowText = yield* Effect.promise(() => row(page, "read").innerText())
    assert.include(rowText, "Read only")
    // The key before is still there to be copied.
    yield* Effect.promise(() => page.getByText(fast, { exact: true }).waitFor())
  })

  it.effect("makes a browser key, which is shown again, and changes its limits", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    const name = "Browser key of shop.example"
    yield* Effect.promise(() => open(page, "/keys"))
    const key = yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Create key" }).click()
      const dialog = page.getByRole("dialog", { name: "Create API key" })
      await dialog.getByLabel("Browser key").check()
      await dialog.getByLabel("Websites").fill("shop.example")
      await dialog.getByRole("button", { name: "Create key" }).click()
      await dialog.getByText(/must be an origin, such as https/).waitFor()
      await dialog.getByLabel("Websites").fill("https://shop.example, https://*.shop.example")
      await dialog.getByLabel("Checks per visitor and day").fill("7")
      await dialog.getByText("Limits", { exact: true }).click()
      await assertAccessible(page)
      await dialog.getByRole("button", { name: "Create key" }).click()
      const shown = await page.getByRole("region", { name: "Browser key", exact: true }).innerText()
      const text = await row(page, name).innerText()
      assert.include(text, "https://shop.example, https://*.shop.example")
      assert.include(text, "0 of 1,000 credits today")
      return shown.trim()
    })
    const check = () =>
      running.get("/api/v1/verify?email=valid@sandbox.rcpt.test", {
        apiKey: key,
        headers: { origin: "https://shop.example" }
      })
    assert.strictEqual((yield* check()).status, 200)
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Change Browser key of" }).click()
      const dialog = page.getByRole("dialog", { name: "Change API key" })
      assert.strictEqual(await dialog.getByLabel("Checks per visitor and day").inputValue(), "7")
      await dialog.getByLabel("Name").fill("the shop")
      await dialog.getByLabel("Websites").fill("https://other.example")
      await dialog.getByLabel("Credit limit").selectOption("None")
      await dialog.getByLabel("Ends on").fill("2037-01-31")
      await dialog.getByRole("button", { name: "Save" }).click()
      await dialog.waitFor({ state: "detached" })
      const text = await row(page, "the shop").innerText()
      assert.include(text, "https://other.example")
      assert.include(text, "2037")
      assert.notInclude(text, "credits today")
    })
    assert.strictEqual((yield* check()).status, 403)
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("shows an error at the name field, and keeps a new key visible after Escape", () =>
    asOwner(async (page) => {
      await open(page, "/keys")
      await page.getByRole("button", { name: "Create key" }).click()
      const dialog = page.getByRole("dialog", { name: "Create API key" })
      await dialog.getByLabel("Name").fill("x".repeat(101))
      await dialog.getByRole("button", { name: "Create key" }).click()
      await dialog.getByText("The name must be 1 to 100 visible characters.").waitFor()
      assert.strictEqual(await dialog.getByLabel("Name").getAttribute("aria-invalid"), "true")
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      const key = await create(page, { name: "kept" })
      await page.keyboard.press("Escape")
      await page.getByText(key, { exact: true }).waitFor()
      await page.getByRole("button", { name: "I have copied it" }).click()
      assert.strictEqual(await page.getByText(key).count(), 0)
    })
  )

  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone, in ${colorScheme}`, function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { page, complaints } = yield* visitAsOwner({ colorScheme, ...phone })
      yield* Effect.promise(async () => {
        await open(page, "/keys")
        await create(page, { name: `seen in ${colorScheme}` })
        await assertFits(page)
        await assertAccessible(page)
        await page.getByRole("button", { name: "Create key" }).click()
        await assertAccessible(page)
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: `Revoke seen in ${colorScheme}` }).click()
        await assertAccessible(page)
        await page.keyboard.press("Escape")
        for (const { id } of (await (
          await page.request.get(`${running.base}/api/v1/keys`)
        ).json()) as ReadonlyArray<{ readonly id: string }>)
          await page.evaluate((key) => fetch(`/api/v1/keys/${key}`, { method: "DELETE" }), id)
        await open(page, "/keys")
        await page.getByText("No API keys yet").waitFor()
        await assertFits(page)
        await assertAccessible(page)
      })
      assert.deepStrictEqual(complaints, [])
    })
})
