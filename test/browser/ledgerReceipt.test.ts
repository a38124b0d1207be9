import { LedgerPage } from "@rcpt/api/Ledger"
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { Effect, Schema } from "effect"
import type { Page } from "playwright-core"

import type { Running } from "../support/service.ts"
import { assert } from "../support/vitest.ts"
import { runJob, verify } from "./ledgerTable.ts"
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

const ledgerKey = Buffer.alloc(32, "key").toString("base64")

const decode = Schema.decodeUnknownEffect(LedgerPage)

const newest = ({ get }: Running, type: LedgerEntry["type"]) =>
  Effect.gen(function* () {
    const { json } = yield* get(`/api/v1/ledger?limit=1&type=${type}`)
    const [entry] = (yield* decode(json)).entries
    return entry!
  })

/** The values on the receipt, by label. */
const valuesOn = async (page: Page): Promise<Readonly<Record<string, string>>> => {
  const terms = page.getByRole("main").locator(".receipt-slip .amount :is(dt, dd)")
  // In one look: a row may be added once the name of the key is loaded.
  const texts = await terms.allInnerTexts()
  const pairs = texts.flatMap((label, at) => (at % 2 === 0 ? [[label, texts[at + 1]!]] : []))
  return Object.fromEntries(pairs)
}

/** The number of page objects in a PDF (ISO 32000-1, 7.7.3.3). */
const pagesOf = (pdf: Buffer): number =>
  pdf.toString("latin1").match(/\/Type\s*\/Page\b/gu)?.length ?? 0

inBrowser(
  "The receipt of a ledger entry",
  { credits: 1_000, env: { RCPT_LEDGER_KEY: ledgerKey } },
  (it) => {
    it.effect(
      "shows what was held, charged and refunded, and links to the other entries",
      function* () {
        const { running, visitAsOwner } = yield* BrowserWorld
        yield* verify(running, "email=ann@yahoo.com&mode=deep")
        const charge = yield* newest(running, "charge")
        const { page, complaints } = yield* visitAsOwner()
        yield* Effect.promise(async () => {
          assert.strictEqual(await open(page, `/ledger/${charge.id}`), `Receipt ${charge.id}`)
          // The key is read from the account's activity, which lists a check a second after its answer.
          await page.getByText("Made by").waitFor()
          const { "In UTC": utc, ...values } = await valuesOn(page)
          assert.deepInclude(values, {
            For: "Single check",
            Mode: "Deep",
            Result: "Risky, score 90",
            "Requested with": "API key",
            "Made by": "first key",
            Held: "5",
            Charged: "1",
            Refunded: "4",
            "Balance before": "995",
            "Change by this entry": "0",
            "Balance after": "995"
          })
          assert.strictEqual(
            `${utc!.slice(0, 10)}T${utc!.slice(11, 19)}`,
            charge.created_at.slice(0, 19)
          )
          await page.getByRole("link", { name: /^Refund/ }).click()
          await page.getByRole("heading", { level: 2, name: "Refund" }).waitFor()
          assert.deepInclude(await valuesOn(page), {
            Reason: "cost less than was held",
            "Change by this entry": "+4",
            "Balance after": "999"
          })
        })
        assert.deepStrictEqual(complaints, [])
      }
    )

    it.effect("shows the proof of the service, with buttons to copy it", function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { id } = yield* newest(running, "grant")
      const { json } = yield* running.get(`/api/v1/ledger/${id}`)
      const { proof } = yield* Schema.decodeUnknownEffect(
        Schema.Struct({ proof: Schema.Struct({ hash: Schema.String, stream: Schema.String }) })
      )(json)
      const { page, context } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"])
        await open(page, `/ledger/${id}`)
        const card = page.getByRole("region", { name: "Audit proof" })
        await card.getByText("The ledger is signed.").waitFor()
        await card.getByText(proof.stream, { exact: true }).waitFor()
        await card.getByRole("button", { name: "Copy hash" }).click()
        await card.getByRole("button", { name: "Copied" }).waitFor()
        const copied = await page.evaluate(() => navigator.clipboard.readText())
        assert.strictEqual(copied, proof.hash)
      })
    })

    it.effect("checks the proof in the browser, and refuses one that was altered", function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      yield* verify(running, "email=bea@yahoo.com&mode=fast")
      const { id } = yield* newest(running, "charge")
      const grant = yield* newest(running, "grant")
      for (const colorScheme of themes) {
        const { page, complaints } = yield* visitAsOwner({ ...phone, colorScheme })
        yield* Effect.promise(async () => {
          await open(page, `/ledger/${id}`)
          const card = page.getByRole("region", { name: "Audit proof" })
          const check = card.getByRole("button", { name: "Check in this browser" })
          await check.click()
          await card.getByRole("status").getByText("Proven: this entry").waitFor()
          assert.strictEqual(await card.getByRole("listitem").count(), 4)
          await assertAccessible(page)
          await assertFits(page)
          await page.setViewportSize({ width: 1280, height: 800 })
          await assertAccessible(page)
          const downloading = page.waitForEvent("download")
          await card.getByRole("link", { name: "Download the proof" }).click()
          assert.strictEqual((await downloading).suggestedFilename(), `proof-${id}.json`)

          await page.route("**/proof", async (route) => {
            const answer = await route.fetch()
            const text = (await answer.text()).replace('\\"credits\\":1', '\\"credits\\":0')
            await route.fulfill({ response: answer, body: text })
          })
          await check.click()
          await card.getByRole("alert").getByText("This proof does not hold").waitFor()
          assert.strictEqual(await card.getByRole("listitem").count(), 2)

          // Right, signed, and of another entry: nothing is said of this one.
          await page.route("**/proof", async (route) => {
            const url = route.request().url().replace(id, grant.id)
            await route.fulfill({ response: await route.fetch({ url }) })
          })
          await check.click()
          await card.getByText("Not so: The proof is of the event of this receipt.").waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      }
    })

    it.effect("links from a job's charge to all entries of that job", function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const emails = ["ann@acme.test", "bob@acme.test", "ann@acme.test"]
      const job = yield* runJob(running, "friends.csv", emails)
      const { id } = yield* newest(running, "charge")
      const { page } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, `/ledger/${id}`)
        await page.getByRole("link", { name: "friends.csv" }).waitFor()
        assert.deepInclude(await valuesOn(page), { Held: "3", Charged: "2", Refunded: "1" })
        await page.getByRole("link", { name: "All entries of this list" }).click()
        await page.waitForURL(`**/ledger?view=entries&job=${job}`)
        await page.getByRole("table", { name: /^Ledger entries/ }).waitFor()
      })
    })

    it.effect("prints on one sheet, black on white also in the dark theme", function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      yield* runJob(running, "on paper.csv", ["ann@acme.test", "ann@acme.test"])
      const { id } = yield* newest(running, "refund")
      const { page } = yield* visitAsOwner({ colorScheme: "dark" })
      yield* Effect.promise(async () => {
        await open(page, `/ledger/${id}`)
        for (const format of ["A4", "Letter"]) {
          assert.strictEqual(pagesOf(await page.pdf({ format })), 1, format)
        }
        await page.emulateMedia({ media: "print", colorScheme: "dark" })
        assert.isFalse(await page.getByRole("navigation", { name: "Main" }).isVisible())
        assert.strictEqual(await page.getByRole("button").count(), 0)
        const [ink, paper] = await page.evaluate(() => {
          const { color, backgroundColor } = getComputedStyle(document.body)
          return [color, backgroundColor]
        })
        assert.deepStrictEqual([ink, paper], ["rgb(0, 0, 0)", "rgb(255, 255, 255)"])
      })
    })

    it.effect("reports an entry that does not exist", () =>
      asOwner(async (page) => {
        await page.goto("/ledger/123456789-1")
        await page.getByRole("heading", { level: 1, name: "Receipt not found" }).waitFor()
        await page.getByRole("link", { name: "All entries" }).click()
        await page.getByRole("heading", { level: 1, name: "Ledger" }).waitFor()
      })
    )

    it.effect("is accessible, in both themes and on a phone", function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      yield* verify(running, "email=ann@yahoo.com&mode=deep")
      const { id } = yield* newest(running, "charge")
      for (const colorScheme of themes) {
        const { page } = yield* visitAsOwner({ ...phone, colorScheme })
        yield* Effect.promise(async () => {
          await open(page, `/ledger/${id}`)
          await assertAccessible(page)
          await assertFits(page)
          await page.setViewportSize({ width: 1280, height: 800 })
          await assertAccessible(page)
        })
      }
    })
  }
)
