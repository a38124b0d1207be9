/** The built client in a browser, from a page that has nothing else. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import { chromium as browsers } from "playwright-core"

import { chromium, chromiumProgram, describeWith } from "../support/needs.ts"
import { assert, it } from "../support/vitest.ts"
import { installed } from "./packed.ts"

const page = `<!doctype html><script type="module">
  import { Rcpt, ValidationError } from "/Rcpt.js"
  const rcpt = new Rcpt({ apiKey: "key", baseUrl: location.origin })
  const job = await rcpt.jobs.wait("1")
  const refused = await rcpt.verify(" ").catch((error) => error)
  document.title = [job.status, refused instanceof ValidationError, refused.field].join(" ")
</script>`

type Answers = Readonly<Record<string, readonly [status: number, type: string, body: string]>>

/** What a component of React or Vue does when it appears and when it goes. */
const component = `<!doctype html><form><input id="one" type="email"></form><script type="module">
  import { checkEmailField } from "/checkEmailField.js"
  const field = document.querySelector("#one")
  const end = checkEmailField(field, { apiKey: "key", baseUrl: location.origin, texts: { invalid: "No." } })
  const told = new Promise((done) => field.addEventListener("rcpt:verdict", done, { once: true }))
  field.focus()
  field.value = "ann@nowhere.test"
  field.blur()
  const { detail } = await told
  const said = [detail.status, field.validationMessage, document.querySelector("[role=status]").textContent]
  end()
  document.title = [...said, field.validity.valid, document.querySelector("[role=status]")].join(" ")
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
  const titleOf = (answers: Answers) =>
    Effect.gen(function* () {
      const browser = yield* launched
      return yield* Effect.promise(async () => {
        const tab = await browser.newPage()
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
    })

  it.live("follows a job and names what is wrong", function* () {
    const { home } = yield* installed("client")
    const event = 'data: {"id":"1","status":"complete"}\n\n'
    const title = yield* titleOf({
      "/": [200, "text/html", page],
      "/Rcpt.js": [200, "text/javascript", readFileSync(join(home, "Rcpt.js"), "utf8")],
      "/api/v1/jobs/1/stream": [200, "text/event-stream", event],
      "/api/v1/verify": [400, "application/json", '{"error":"email must not be blank"}']
    })
    assert.strictEqual(title, "complete true email")
  })

  it.live("checks the field of a component until the component goes", function* () {
    const { home } = yield* installed("client")
    const script = readFileSync(join(home, "checkEmailField.js"), "utf8")
    const title = yield* titleOf({
      "/": [200, "text/html", component],
      "/checkEmailField.js": [200, "text/javascript", script],
      "/api/v1/verify": [200, "application/json", '{"status":"invalid"}']
    })
    assert.strictEqual(title, "invalid No. No. true")
  })
})
