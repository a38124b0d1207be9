/** The built client in a browser, from a page that has nothing else. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { chromium as browsers } from "playwright-core"

import { chromium, chromiumProgram, describeWith } from "../support/needs.ts"
import { installed } from "./packed.ts"

const page = `<!doctype html><script type="module">
  import { Rcpt, ValidationError } from "/Rcpt.js"
  const rcpt = new Rcpt({ apiKey: "key", baseUrl: location.origin })
  const job = await rcpt.jobs.wait("1")
  const refused = await rcpt.verify(" ").catch((error) => error)
  document.title = [job.status, refused instanceof ValidationError, refused.field].join(" ")
</script>`

const launched = Effect.acquireRelease(
  Effect.promise(() =>
    browsers.launch({
      executablePath: chromiumProgram,
      args: ["--no-sandbox", "--disable-dev-shm-usage"]
    })
  ),
  (browser) => Effect.promise(() => browser.close())
)

describeWith(chromium, "@rcpt/client in a browser", () => {
  it.live("follows a job and names what is wrong", () =>
    Effect.gen(function* () {
      const { home } = yield* installed("client")
      const browser = yield* launched
      const title = yield* Effect.promise(async () => {
        const tab = await browser.newPage()
        const event = 'data: {"id":"1","status":"complete"}\n\n'
        const answers: Readonly<
          Record<string, readonly [status: number, type: string, body: string]>
        > = {
          "/": [200, "text/html", page],
          "/Rcpt.js": [200, "text/javascript", readFileSync(join(home, "Rcpt.js"), "utf8")],
          "/api/v1/jobs/1/stream": [200, "text/event-stream", event],
          "/api/v1/verify": [400, "application/json", '{"error":"email must not be blank"}']
        }
        await tab.route("http://localhost/**", async (route) => {
          const [status, contentType, body] = answers[new URL(route.request().url()).pathname] ?? [
            404,
            "",
            ""
          ]
          await route.fulfill({ status, contentType, body })
        })
        await tab.goto("http://localhost/")
        await tab.waitForFunction("document.title !== ''")
        return await tab.title()
      })
      assert.strictEqual(title, "complete true email")
    })
  )
})
