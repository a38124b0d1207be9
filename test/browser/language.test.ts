/** The languages of the pages. What is English is held by the other tests; here, that German leaves nothing out. */
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { fill, paths, signedOutPaths } from "./everyPage.ts"
import { saidBy, untranslated } from "./untranslated.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  owner,
  phone,
  signInOn
} from "./world.ts"

/** Milliseconds: two dozen pages, each opened three times and searched by axe. */
const waitMax = 360_000

const german = { locale: "de-DE" } as const

/** Any page has more texts than this; fewer mean that none were read, and nothing was compared. */
const wordsMin = 5

/** The words that stayed English, by path. */
type Missing = Record<string, ReadonlyArray<string>>

const compare = async (english: Page, translated: Page, path: string, missing: Missing) => {
  await open(english, path)
  await open(translated, path)
  const [before, after] = [await saidBy(english), await saidBy(translated)]
  assert.isAbove(Math.min(before.length, after.length), wordsMin, path)
  const left = untranslated(before, after)
  if (left.length > 0) missing[path] = left
  assert.strictEqual(await english.getAttribute("html", "lang"), "en")
  assert.strictEqual(await translated.getAttribute("html", "lang"), "de")
  await assertAccessible(translated)
}

inBrowser("In German", { credits: 12_000, env: { RCPT_SIGNUP: "open" } }, (it) => {
  it.effect(
    "all pages say everything, fit a phone, and are accessible",
    function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const { page, context } = yield* visitAsOwner()
      const made = yield* Effect.promise(() => fill(page))
      const storageState = yield* Effect.promise(() => context.storageState())
      const own = yield* visit({ ...german, storageState })
      const narrow = yield* visit({ ...german, ...phone, storageState })
      const missing: Missing = {}
      for (const path of [...paths, ...made])
        yield* Effect.promise(async () => {
          await compare(page, own.page, path, missing)
          await open(narrow.page, path)
          await assertFits(narrow.page)
        })
      assert.deepStrictEqual(missing, {})
      assert.deepStrictEqual([...own.complaints, ...narrow.complaints], [])
    },
    waitMax
  )

  it.effect("so do the pages of who is not signed in", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit()
    const own = yield* visit(german)
    const narrow = yield* visit({ ...german, ...phone })
    const missing: Missing = {}
    for (const path of signedOutPaths)
      yield* Effect.promise(async () => {
        await compare(page, own.page, path, missing)
        await open(narrow.page, path)
        await assertFits(narrow.page)
      })
    assert.deepStrictEqual(missing, {})
  })

  it.effect("the palette and the shortcuts are in German too", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page, context } = yield* visitAsOwner()
    const storageState = yield* Effect.promise(() => context.storageState())
    const own = yield* visit({ ...german, storageState })
    yield* Effect.promise(async () => {
      const said = async (on: Page, keys: string): Promise<ReadonlyArray<string>> => {
        await open(on, "/verify")
        await on.keyboard.press(keys)
        await on.getByRole("dialog").waitFor()
        return saidBy(on)
      }
      for (const keys of ["Control+K", "?"])
        assert.deepStrictEqual(untranslated(await said(page, keys), await said(own.page, keys)), [])
      await assertAccessible(own.page)
      await open(own.page, "/verify")
      await own.page.keyboard.press("Control+K")
      for (const command of ["tief", "deep"]) {
        await own.page.getByRole("combobox").fill(`${command} ann@acme.test`)
        const first = own.page.getByRole("option").first()
        assert.include(await first.innerText(), "ann@acme.test tief prüfen")
      }
    })
  })

  it.effect("numbers and dates are written as the reader's country does", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page, context } = yield* visitAsOwner()
    const storageState = yield* Effect.promise(() => context.storageState())
    const own = yield* visit({ ...german, storageState })
    const swiss = yield* visit({ locale: "de-CH", storageState })
    const shownOn = async (on: Page): Promise<string> => {
      await open(on, "/ledger?view=entries")
      return on.getByRole("main").innerText()
    }
    yield* Effect.promise(async () => {
      const english = await shownOn(page)
      assert.include(english, "12,000")
      assert.match(english, /\d{1,2} \p{L}{3,4} \d{4}, \d{2}:\d{2}/u)
      const translated = await shownOn(own.page)
      assert.include(translated, "12.000")
      assert.notInclude(translated, "12,000")
      assert.match(translated, /\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/)
      // Typewritten or typographic, by the version of ICU.
      assert.match(await shownOn(swiss.page), /12['’]000/)
    })
  })

  it.effect("the language is chosen below the navigation, and remembered", () =>
    asOwner(async (page) => {
      await open(page, "/keys")
      await page.getByRole("button", { name: "Deutsch" }).click()
      await page.getByRole("heading", { level: 1, name: "API-Schlüssel" }).waitFor()
      assert.strictEqual(await page.title(), "API-Schlüssel · rcpt")
      await open(page, "/settings")
      await page.getByRole("heading", { level: 1, name: "Einstellungen" }).waitFor()
      const choice = page.getByRole("group", { name: "Sprache" })
      const chosen = choice.getByRole("button", { pressed: true })
      assert.strictEqual(await chosen.innerText(), "Deutsch")
      await choice.getByRole("button", { name: "English" }).click()
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
    })
  )

  it.effect("an error about a field is not half German and half English", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit(german)
    yield* Effect.promise(async () => {
      await open(page, "/sign-up")
      await page.getByLabel("E-Mail").fill("new@acme.test")
      await page.getByLabel("Passwort").fill("password1234")
      await page.getByRole("button", { name: "Konto anlegen" }).click()
      await page.getByText(/^Das Passwort darf kein häufiges Passwort sein/).waitFor()
    })
  })

  it.effect("the reasons of a check are said in German", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { context } = yield* visitAsOwner()
    const storageState = yield* Effect.promise(() => context.storageState())
    const { page } = yield* visit({ ...german, storageState })
    yield* Effect.promise(async () => {
      await open(page, "/verify")
      await page.getByLabel("E-Mail-Adresse").fill("disposable@sandbox.rcpt.test")
      await page.getByRole("button", { name: "Prüfen", exact: true }).click()
      // The answer as JSON, which the page shows too, has the same sentences.
      const reasons = page.getByRole("listitem")
      await reasons.filter({ hasText: "Sandbox-Adresse: Es wurde kein Server gefragt" }).waitFor()
      await reasons.filter({ hasText: "gehört einem Anbieter von Wegwerf-Adressen" }).waitFor()
    })
  })

  it.effect("pages are in English where the words cannot be loaded", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit(german)
    yield* Effect.promise(async () => {
      await page.route("**/assets/catalogue-*.js", (route) => route.abort())
      await open(page, "/sign-in")
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
      assert.strictEqual(await page.getAttribute("html", "lang"), "en")
      await signInOn(page, owner)
      await open(page, "/ledger?view=entries")
      assert.include(await page.getByRole("main").innerText(), "12,000")
    })
  })
})
