/** All pages of the dashboard, and something to see on each. */
import type { Page } from "playwright-core"

import { jobWaitMax, listFile, startList } from "./lists.ts"
import { verdictText } from "./verifyPage.ts"
import { open } from "./world.ts"

/** Those of `pages.tsx` that need no id, with their tabs. */
export const paths = [
  "/",
  "/verify",
  "/bulk",
  "/schedules",
  "/rules",
  "/activity",
  "/ledger",
  "/ledger?view=entries",
  "/keys",
  "/webhooks",
  "/inlets",
  "/usage",
  "/accuracy",
  "/settings",
  "/people",
  "/security",
  "/admin",
  "/admin?tab=health",
  "/admin?tab=mail-servers",
  "/admin?tab=data",
  "/nowhere"
]

export const signedOutPaths = [
  "/sign-in",
  "/sign-up",
  "/join",
  "/forgot",
  "/confirm",
  "/reset",
  "/email",
  "/take-back"
]

/** Makes something for every page to show; returns the paths of what was made. */
export const fill = async (page: Page): Promise<ReadonlyArray<string>> => {
  await open(page, "/verify")
  await verdictText(page, "ann@acme.test")
  await verdictText(page, "gone@acme.test", "Deep")
  const rows = ["id,email", "1,ann@acme.test", "2,gone@nowhere.test", "3,bob@mailinator.com"]
  const job = await startList(page, listFile("people.csv", rows))
  await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
  // From the page itself: the service refuses requests with a session from elsewhere.
  const post = (path: string, body: object): Promise<{ readonly id: string }> =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { "Content-Type": "application/json" }
        const response = await fetch(`/api/v1${path}`, { method: "POST", headers, body })
        if (!response.ok) throw new Error(await response.text())
        return response.json()
      },
      [path, JSON.stringify(body)] as const
    )
  await post("/keys", { name: "ci" })
  await post("/rules", { action: "block", match: "domain", value: "spam.test" })
  await post("/account/people/invitations", { email: "new@acme.test", role: "member" })
  const endpoint = await post("/webhook/endpoints", { url: "https://127.0.0.1:2/hook" })
  const inlet = await post("/inlets", { kind: "postmark", name: "Newsletter" })
  const schedule = await post("/schedules", {
    name: "Customers",
    source: { kind: "list", list: "people.csv" },
    every: "0 3 1 1 *",
    max_age: "30d"
  })
  const hrefOf = async (list: string, start: string): Promise<string> => {
    await open(page, list)
    const link = page.getByRole("main").locator(`a[href^="${start}"]`).first()
    return (await link.getAttribute("href")) ?? ""
  }
  return [
    job,
    await hrefOf("/ledger?view=entries", "/ledger/"),
    await hrefOf("/activity", "/activity/"),
    `/webhooks/${endpoint.id}`,
    `/inlets/${inlet.id}`,
    `/schedules/${schedule.id}`
  ]
}
