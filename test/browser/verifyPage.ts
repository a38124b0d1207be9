/** What a user does on the verify page. */
import { Effect } from "effect"
import type { Page } from "playwright-core"

import type { Running } from "../support/service.ts"

export type Mode = "Fast" | "Deep"

export const fill = async (page: Page, email: string, mode: Mode = "Fast"): Promise<void> => {
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel(mode, { exact: true }).check()
}

/** Submits the form by Enter. */
export const submit = async (page: Page, email: string, mode?: Mode): Promise<void> => {
  await fill(page, email, mode)
  await page.getByLabel("Email address").press("Enter")
}

export const verdict = (page: Page, email: string) => page.getByRole("region", { name: email })

/** Verifies an address and returns the text of its verdict. */
export const verdictText = async (page: Page, email: string, mode?: Mode): Promise<string> => {
  await submit(page, email, mode)
  return verdict(page, email).innerText()
}

/** The addresses of all requests that could be charged, in order. */
export const listenForChecks = (page: Page): ReadonlyArray<string> => {
  const sent: Array<string> = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === "/api/v1/verify") sent.push(searchParams.get("email") ?? "")
  })
  return sent
}

export const creditsOf = ({ get }: Running): Effect.Effect<number> =>
  get("/api/v1/account").pipe(
    Effect.map(({ text }) => Number(/"credits":(\d+)/.exec(text)?.[1])),
    Effect.orDie
  )
