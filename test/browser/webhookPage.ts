/** What a user does on the webhooks page. */
import { randomUUID } from "node:crypto"

import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"

import { BrowserWorld, open, owner, signUpOn } from "./world.ts"

/** A service where receivers are on this machine, and where people may sign up. */
export const receiving = {
  env: { RCPT_WEBHOOK_ALLOW_HTTP: "on", RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "50" }
} as const

/** Somebody with an account of their own, since an account may send few test events a minute. */
export const visitAsNewcomer = (options?: BrowserContextOptions) =>
  Effect.gen(function* () {
    const { visit } = yield* BrowserWorld
    const visitor = yield* visit(options)
    const email = `${randomUUID()}@rcpt.test`
    yield* Effect.promise(() => signUpOn(visitor.page, { ...owner, email }))
    return visitor
  })

/** Verifies a list, whose end is an event. Unlike a test event it is repeated when it fails. */
export const verifyList = (page: Page) =>
  page.evaluate(async () => {
    const body = new FormData()
    body.set("file", new Blob(["email\nann@acme.test\n"]), "list.csv")
    const { status } = await fetch("/api/v1/verify/bulk", { method: "POST", body })
    if (status !== 201) throw new Error(`the list was answered by ${status}`)
  })

/** All endpoints. Answers the status that says that there is none. */
export const remove = (page: Page) =>
  page.evaluate(async () => {
    for (;;) {
      const { status } = await fetch("/api/v1/webhook", { method: "DELETE" })
      if (status !== 200) return status
    }
  })

/** Removes existing endpoints first, so that every test starts without one. Ends on the page of the new one. */
export const set = async (page: Page, url: string): Promise<void> => {
  await open(page, "/webhooks")
  await remove(page)
  await open(page, "/webhooks")
  await page.getByLabel("URL").fill(url)
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByRole("heading", { name: "Endpoint", exact: true }).waitFor()
}

export const change = async (page: Page, url: string): Promise<void> => {
  await page.getByRole("button", { name: "Change", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Change endpoint" })
  await dialog.getByLabel("URL").fill(url)
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "detached" })
}

export const sendTest = (page: Page) =>
  page.getByRole("button", { name: "Send test event" }).click()

export const newest = (page: Page) =>
  page.getByRole("table", { name: "Deliveries, newest first" }).getByRole("row").nth(1)

export const shownSecret = async (page: Page): Promise<string> => {
  await page.getByRole("button", { name: "Show secret" }).click()
  return page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/).innerText()
}

export const rotate = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Rotate secret" }).click()
  const dialog = page.getByRole("dialog", { name: "Rotate the secret?" })
  await dialog.getByText("For 24 hours").waitFor()
  await dialog.getByRole("button", { name: "Rotate secret" }).click()
  await page.getByText("Two secrets are active").waitFor()
}
