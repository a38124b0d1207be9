import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { submit, creditsOf, fill, listenForChecks, verdict, verdictText } from "./verifyPage.ts"
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

/** The row of a check, in any group. */
const checkRow = (page: Page, key: string): Promise<string> =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader").getByText(key, { exact: true }) })
    .innerText()

/** The arguments that curl gets when a shell runs the line. */
const curlArguments = async (line: string): Promise<ReadonlyArray<string>> => {
  const script = `curl() { printf '%s\\n' "$@"; }\n${line}`
  const env = { RCPT_API_KEY: "rcpt_live_x" }
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script], { env })
  return stdout.trimEnd().split("\n")
}

inBrowser("The page that verifies one address", (it) => {
  it.effect("shows the verdict of a fast check, the reasons, and the charge", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    const before = yield* creditsOf(running)
    yield* Effect.promise(async () => {
      await open(page, "/verify")
      await page.getByText("1 credit, or 0 if the verdict is unknown.").waitFor()
      const text = await verdictText(page, "support@acme.test")
      for (const part of ["Risky", "role_based", "80", "a shared inbox", "1 credit"])
        assert.include(text, part)
      assert.include(text, "The address belongs to a function, not to a person.")
      assert.match(await checkRow(page, "role"), /Yes/)
      assert.match(await checkRow(page, "disposable"), /No/)
      await page.getByRole("status").getByText("Risky, score 80 of 100.").waitFor()
      await page.getByRole("link", { name: /999/ }).waitFor()
    })
    assert.strictEqual(yield* creditsOf(running), before - 1)
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("leads with what to do, and offers to ask the mail server after a fast valid", () =>
    asOwner(async (page) => {
      await open(page, "/verify")
      const fast = await verdictText(page, "ann@acme.test")
      assert.match(
        fast,
        /Valid\s+No problem found[\s\S]+You can send to it\.\s+The mail server was/
      )
      const typo = await verdictText(page, "ann@gmaill.com")
      assert.match(typo, /Likely typo of gmail\.com\s+ann@gmaill\.com\s+Do not send to it\./)
      assert.notInclude(typo, "Check the mailbox")
      await submit(page, "ann@acme.test")
      await page.getByRole("button", { name: "Check the mailbox (up to 5 credits)" }).click()
      await page.getByText("Mailbox confirmed").waitFor()
      assert.include(page.url(), "mode=deep")
      assert.strictEqual(await page.getByRole("button", { name: /^Check the/ }).count(), 0)
    })
  )

  it.effect("shows the SMTP session of a deep check, line by line", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    const before = yield* creditsOf(running)
    yield* Effect.promise(async () => {
      await open(page, "/verify")
      await fill(page, "gone@acme.test", "Deep")
      await page.getByText("5 credits are held until the check ends").waitFor()
      await page.getByRole("button", { name: "Verify", exact: true }).click()
      const text = await verdict(page, "gone@acme.test").innerText()
      for (const part of ["Invalid", "mailbox_not_found", "5 credits"]) assert.include(text, part)
      const server = page.getByRole("region", { name: "Mail server", exact: true })
      assert.include(await server.innerText(), "Undeliverable")
      await server.getByText(/^SMTP session, \d+ lines$/).click()
      const last = await server.getByRole("row", { name: /RCPT TO/ }).innerText()
      assert.match(last, /This address\s+550 5\.1\.1\s+[a-z-]+/)
    })
    assert.strictEqual(yield* creditsOf(running), before - 5)
  })

  it.effect("shows a failed lookup as not answered, with the reason", () =>
    asOwner(async (page) => {
      await open(page, "/verify")
      await verdictText(page, "ann@halfdark.test")
      assert.match(await checkRow(page, "dmarc"), /Not answered.*SERVFAIL/s)
      assert.match(await checkRow(page, "spf"), /Published/)
      assert.match(await checkRow(page, "catch_all"), /Not answered/)
      assert.match(await checkRow(page, "bimi"), /None/)
    })
  )

  it.effect("shows errors at the field, and sends no request for an empty one", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    const sent = listenForChecks(page)
    yield* Effect.promise(async () => {
      await open(page, "/verify")
      const field = page.getByLabel("Email address")
      await submit(page, "  ")
      await page.getByText("Enter an email address.").waitFor()
      assert.strictEqual(await field.getAttribute("aria-invalid"), "true")
      assert.deepStrictEqual(sent, [])
      await submit(page, `${"a".repeat(250)}@acme.test`)
      await page.getByRole("status").getByText("Email must have at most 254").waitFor()
      assert.strictEqual(await field.getAttribute("aria-invalid"), "true")
    })
  })

  it.effect("shows markup and quotes as text, also in the curl command", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    const email = `<img src=x onerror=alert(1)>o'ne"il$(id)\`id\`@sandbox.rcpt.test`
    yield* Effect.promise(async () => {
      await open(page, "/verify")
      await submit(page, email)
      await page.getByRole("heading", { level: 2, name: email, exact: true }).waitFor()
      assert.strictEqual(await page.locator("main img").count(), 0)
      const line = await page.getByRole("region", { name: "curl" }).innerText()
      const base = new URL(page.url()).origin
      assert.deepStrictEqual(await curlArguments(line), [
        "-G",
        `${base}/api/v1/verify`,
        "-H",
        "X-API-Key: rcpt_live_x",
        "--data-urlencode",
        `email=${email}`,
        "-d",
        "explain=true"
      ])
    })
    assert.deepStrictEqual(complaints, [])
  })

  for (const colorScheme of themes) {
    it.effect(`is accessible in each of its states: ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          await open(page, "/verify")
          await assertAccessible(page)
          await verdictText(page, "gone@acme.test", "Deep")
          await page.getByText(/^SMTP session, \d+ lines$/).click()
          await assertAccessible(page)
          await page.reload()
          // From the activity, if it is written by then.
          await page.getByText(/^(?:Not verified in this session|This is the answer of)/).waitFor()
          await assertAccessible(page)
        },
        { colorScheme }
      )
    )
  }

  it.effect("fits a phone, however long the address is", () =>
    asOwner(async (page) => {
      await open(page, "/verify")
      await assertFits(page)
      await verdictText(page, `${"a".repeat(60)}@${"b".repeat(60)}.sandbox.rcpt.test`, "Deep")
      await assertFits(page)
    }, phone)
  )
})
