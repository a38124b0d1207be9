import { readFileSync } from "node:fs"

import { Effect } from "effect"
import type { Page } from "playwright-core"

import { chromium, describeWith } from "../support/needs.ts"
import type { Running } from "../support/service.ts"
import { assert, it } from "../support/vitest.ts"
import { jobWaitMax, listFile, startList } from "./lists.ts"
import { verdictText } from "./verifyPage.ts"
import { browserWorld, BrowserWorld, live, open, signInOn } from "./world.ts"

/** Milliseconds: long enough for a dozen pages and a job on a machine under load. */
const waitMax = 180_000

/** Printed once, by the first start. */
const oneTimePassword = ({ output }: Running): string =>
  /"password":"([^"]+)"/.exec(output())?.[1] ?? ""

const kinds = ["acme.test", "plain.test", "nowhere.test", "mailinator.com"]
const statuses = ["valid", "valid", "invalid", "risky"]

const rows = Array.from(
  { length: 2_000 },
  (_, row) => `${row},"Lee, Ann ${row}",user${row}@${kinds[row % kinds.length]}`
)

const verify = async (page: Page): Promise<void> => {
  await open(page, "/verify")
  assert.include(await verdictText(page, "ann@acme.test"), "Valid")
  assert.include(await verdictText(page, "gone@acme.test", "Deep"), "mailbox_not_found")
}

/** Returns the path of the job. */
const upload = async (page: Page): Promise<string> => {
  const path = await startList(page, listFile("people.csv", ["id,Name,Email", ...rows]))
  // The page follows the job to its end without a reload.
  await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
  await page.getByRole("button", { name: "Risky 500" }).click()
  await page.getByText("500 rows of 2,000").waitFor()
  return path
}

const download = async (page: Page): Promise<string> => {
  const started = page.waitForEvent("download")
  await page.getByRole("link", { name: "All rows" }).click()
  return readFileSync(await (await started).path(), "utf8")
}

/** Row by row: what was uploaded, and beside it the expected verdict. */
const compare = (csv: string): void => {
  const [header, ...lines] = csv.trimEnd().split("\r\n")
  assert.match(header ?? "", /^\uFEFF?id,Name,Email,verification_status,/)
  assert.lengthOf(lines, rows.length)
  for (const [row, line] of lines.entries()) {
    const expected = `${rows[row]},${statuses[row % statuses.length]},`
    assert.strictEqual(line.slice(0, expected.length), expected)
  }
}

const createKey = async (page: Page): Promise<string> => {
  await open(page, "/keys")
  await page.getByRole("button", { name: "Create key" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Create API key" })
  await dialog.getByLabel("Name").fill("walk")
  await dialog.getByRole("button", { name: "Create key" }).click()
  return page.getByRole("group", { name: "API key", exact: true }).locator("code").innerText()
}

const rotateSecret = async (page: Page): Promise<void> => {
  await open(page, "/webhooks")
  await page.getByLabel("URL").fill("https://127.0.0.1:2/hook")
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByRole("button", { name: "Rotate secret" }).click()
  const dialog = page.getByRole("dialog", { name: "Rotate the secret?" })
  await dialog.getByRole("button", { name: "Rotate secret" }).click()
  await page.getByText("Two secrets are active").waitFor()
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
  await page.goto("/ledger")
  await page.waitForURL("**/sign-in?next=*")
}

describeWith(chromium, "A new user", () => {
  it.live(
    "uses every feature from the first start to signing out, and every credit is accounted for",
    () =>
      Effect.gen(function* () {
        const { running, visit } = yield* BrowserWorld
        const { page, complaints } = yield* visit()
        const password = oneTimePassword(running)
        yield* Effect.promise(async () => {
          await signInOn(page, { email: "owner@rcpt.test", password })
          await verify(page)
        })
        const job = yield* Effect.promise(() => upload(page))
        yield* Effect.promise(async () => compare(await download(page)))
        const apiKey = yield* Effect.promise(() => createKey(page))
        const response = yield* running.get("/api/v1/verify?email=bob@acme.test", { apiKey })
        assert.deepInclude(response.json, { status: "valid", credits_used: 1 })
        yield* Effect.promise(async () => {
          await open(page, "/ledger")
          const first = page.getByRole("table").locator("tbody tr").first()
          assert.match(await first.innerText(), /Single check[\s\S]*Fast mode/)
          await first.getByRole("button", { name: /^2 entries/ }).click()
          const entries = page.getByRole("table", { name: /^Ledger entries of/ })
          // 10,000, less 1 and 5 for the checks, 2,000 for the job and 1 for the key's check.
          await entries
            .getByRole("row", { name: /Charge/ })
            .getByText("7,993")
            .waitFor()
          await page.goto(`/ledger?view=entries&job=${job.split("/").at(-1)}`)
          const charges = page.getByRole("row", { name: /Charge.*people\.csv/ })
          await charges.first().waitFor()
          await rotateSecret(page)
          await signOut(page)
        })
        assert.deepStrictEqual(complaints, [])
      }).pipe(
        Effect.provide(
          browserWorld({
            credits: 10_000,
            env: { RCPT_OWNER_PASSWORD: "" }
          })
        ),
        Effect.scoped
      ),
    { ...live, timeout: waitMax }
  )
})
