import { Effect } from "effect"
import type { Page } from "playwright-core"

import type { Running } from "../support/service.ts"
import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  owner,
  phone,
  signInOn,
  signUpOn,
  themes
} from "./world.ts"

const newUser = { email: "new@overview.test", password: owner.password }

const verify = ({ get }: Running, email: string) =>
  get(`/api/v1/verify?email=${encodeURIComponent(email)}`)

/** How often the page refetches while no job runs. */
const quietMillis = 15_000

const boundary = "----overview"

const upload = ({ get }: Running, filename: string, email: string) =>
  get("/api/v1/verify/bulk", {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: [
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename="${filename}"`,
      "Content-Type: text/csv",
      "",
      `email\n${email}`,
      `--${boundary}--`,
      ""
    ].join("\r\n")
  })

/** The numbers of the newest day in the chart's table, in the order of the columns. */
const today = async (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .getByRole("table", { name: /Checks of the last \d+ days/ })
    .getByRole("row")
    .nth(1)
    .getByRole("cell")
    .locator(".table-value")
    .allInnerTexts()

inBrowser("The overview", { env: { RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "50" } }, (it) => {
  it.effect("leads a new account to its first check, which is free", function* () {
    const { running, visit } = yield* BrowserWorld
    const { page, complaints } = yield* visit()
    yield* Effect.promise(async () => {
      await signUpOn(page, newUser)
      await open(page, "/")
      const call = await page.getByRole("region", { name: "curl" }).innerText()
      assert.include(call, `${running.base}/api/v1/verify`)
      assert.include(call, "valid@sandbox.rcpt.test")
      assert.strictEqual(
        await page.getByRole("link", { name: "Create an API key" }).getAttribute("href"),
        "/keys"
      )
      await page.getByRole("link", { name: "Verify a sandbox address" }).click()
      await page.getByText("0 credits: this is a sandbox address.").waitFor()
      await page.getByRole("button", { name: "Verify", exact: true }).click()
      await page.getByRole("region", { name: "valid@sandbox.rcpt.test" }).waitFor()
      await page.getByRole("link", { name: "Credits available 50", exact: true }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("ticks off the first steps, until they are hidden for good", function* () {
    const { visit } = yield* BrowserWorld
    const { page } = yield* visit()
    yield* Effect.promise(async () => {
      await signInOn(page, newUser)
      await open(page, "/")
      const list = page.getByRole("region", { name: "Get started" })
      const done = () => list.getByRole("heading", { name: /: done$/ }).allInnerTexts()
      // The check of a sandbox address is in no count of the service.
      await page.getByRole("link", { name: "Verify a sandbox address" }).click()
      await page.getByRole("button", { name: "Verify", exact: true }).click()
      await page.getByText("Verify again").waitFor()
      await page.getByRole("link", { name: "Overview" }).click()
      await list.getByText("1 of 4 done.").waitFor()
      await list.getByRole("link", { name: "Create an API key" }).click()
      await page.getByRole("button", { name: "Create key" }).click()
      await page.getByLabel("Name").fill("mine")
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
      await page.getByRole("group", { name: "New API key: mine" }).waitFor()
      await open(page, "/")
      await list.getByText("2 of 4 done.").waitFor()
      assert.match((await done()).join(), /Verify an address.*Get a key of your own/s)
      await list.getByRole("button", { name: "Hide this list" }).click()
      await list.waitFor({ state: "detached" })
      await open(page, "/")
      await page.getByText("Make your first call").waitFor()
      assert.strictEqual(await list.count(), 0)
    })
  })

  it.effect(
    "counts today's checks by verdict, the same for pointer, keyboard and table",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      yield* verify(running, "ann@acme.test")
      yield* verify(running, "support@acme.test")
      yield* verify(running, "ann@nowhere.test")
      yield* verify(running, "ann@servfail.test")
      const { page, complaints } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, "/")
        await page.getByText("4 checks for 3 credits.").waitFor()
        // The numbers of the only day with checks are beside the chart, which has all seven.
        await page.getByRole("heading", { name: "Last 7 days" }).waitFor()
        await page.getByRole("heading", { name: "Today" }).waitFor()
        const days = page.getByRole("slider", { name: "Checks by day" })
        const text = () => days.getAttribute("aria-valuetext")
        assert.strictEqual(await days.getAttribute("max"), "6")
        assert.match((await text()) ?? "", /: 4 checks, 1 valid, 1 risky, 1 invalid, 1 unknown$/)
        await days.focus()
        const tip = page.locator(".chart-tip")
        assert.match(await tip.innerText(), /Valid\s+1\s+All\s+4\s+Credits\s+3/)
        await page.keyboard.press("ArrowLeft")
        assert.match((await text()) ?? "", /: no checks$/)
        await page.keyboard.press("Escape")
        await tip.waitFor({ state: "hidden" })
        const plot = await page.locator(".chart-plot").boundingBox()
        assert.isNotNull(plot)
        await page.mouse.move(plot.x + (plot.width * 6.5) / 7, plot.y + 3)
        assert.match(await tip.innerText(), /All\s+4/)
        await page.getByText("Show as table").click()
        assert.deepStrictEqual(await today(page), ["1", "1", "1", "1", "4", "3"])
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "shows a job while it runs and when it has finished, with its name as plain text",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { page } = yield* visitAsOwner()
      // Its name servers never answer, so the job takes some seconds.
      const { status } = yield* upload(running, "<b>spring.csv", "ann@silent.test")
      assert.strictEqual(status, 201)
      yield* Effect.promise(async () => {
        const requestTimes: Array<number> = []
        page.on("request", (request) => {
          if (request.url().endsWith("/api/v1/overview")) requestTimes.push(Date.now())
        })
        await open(page, "/")
        const row = page.getByRole("row", { name: /<b>spring\.csv/ })
        await row.getByText(/Pending|Processing/).waitFor()
        await row.getByText("Complete").waitFor()
        const [first = 0, second = Infinity] = requestTimes
        assert.isBelow(second - first, quietMillis)
        await row.getByRole("link").click()
        await page.waitForURL(/\/jobs\//)
      })
    }
  )

  it.effect("shows problems and the setting that fixes them to operators only", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const admin = yield* visitAsOwner()
    const other = yield* visit()
    yield* Effect.promise(async () => {
      await open(admin.page, "/")
      const notices = admin.page.getByRole("region", { name: "Notices" })
      await notices.getByText("No key signs the ledger").waitFor()
      await notices.getByText(/^RCPT_LEDGER_KEY=/).waitFor()
      await signInOn(other.page, newUser)
      await open(other.page, "/")
      await other.page.getByText("Make your first call").waitFor()
      assert.strictEqual(await other.page.getByRole("region", { name: "Notices" }).count(), 0)
    })
  })

  for (const colorScheme of themes) {
    it.effect(`is accessible for new and used accounts, in ${colorScheme}`, function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const used = yield* visitAsOwner({ colorScheme })
      const unused = yield* visit({ colorScheme })
      yield* Effect.promise(async () => {
        await open(used.page, "/")
        await used.page.getByText("Show as table").click()
        await used.page.getByRole("slider").focus()
        await assertAccessible(used.page)
        await signInOn(unused.page, newUser)
        await open(unused.page, "/")
        await assertAccessible(unused.page)
      })
    })
  }

  it.effect("fits a phone", () =>
    asOwner(async (page) => {
      await open(page, "/")
      await page.getByText("Show as table").click()
      const bars = page.getByRole("slider")
      await bars.focus()
      await bars.press("Home")
      // The tooltip of every bar, whatever the hour of the day.
      for (let bar = 0; bar <= Number(await bars.getAttribute("max")); bar++) {
        const tip = await page.locator(".chart-tip").boundingBox()
        assert.isNotNull(tip)
        assert.isAtLeast(tip.x, 0)
        await assertFits(page)
        await bars.press("ArrowRight")
      }
    }, phone)
  )
})
