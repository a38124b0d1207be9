/** The page that verifies one address, as somebody uses it. */
import { Effect } from "effect"
import type { Page } from "playwright-core"

import type { Running } from "../support/service.ts"

export type Mode = "Fast" | "Deep"

export const fill = async (page: Page, email: string, mode: Mode = "Fast"): Promise<void> => {
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel(mode, { exact: true }).check()
}

/** By Enter, as one types. */
export const ask = async (page: Page, email: string, mode?: Mode): Promise<void> => {
  await fill(page, email, mode)
  await page.getByLabel("Email address").press("Enter")
}

export const verdict = (page: Page, email: string) => page.getByRole("region", { name: email })

export const answered = async (page: Page, email: string, mode?: Mode): Promise<string> => {
  await ask(page, email, mode)
  return verdict(page, email).innerText()
}

/** Every request that could charge, in order. */
export const listenForChecks = (page: Page): ReadonlyArray<string> => {
  const seen: Array<string> = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === "/api/v1/verify") seen.push(searchParams.get("email") ?? "")
  })
  return seen
}

export const creditsOf = ({ get }: Running): Effect.Effect<number> =>
  get("/api/v1/account").pipe(
    Effect.map(({ text }) => Number(/"credits":(\d+)/.exec(text)?.[1])),
    Effect.orDie
  )
