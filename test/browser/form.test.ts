/** The script for forms on a page of another origin, in a real browser. The page's policy allows what docs name. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"

import { formScript } from "@rcpt/service/http/formScript"
import { formScriptFile, formScriptPath } from "@rcpt/tools/writeFormScript"
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { make, patch } from "../service/accounts/keysWorld.ts"
import { assert } from "../support/vitest.ts"
import { assertAccessible, assertFits, BrowserWorld, inBrowser, open, phone } from "./world.ts"

/** Octets of the script as it is sent. */
const scriptWeightMax = 4_096

const serve = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer(handle)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

interface Shop {
  readonly origin: string
  /** Shows a page with this in its body. */
  readonly show: (page: Page, body: string, lang?: string) => Promise<void>
}

const head = '<meta name="viewport" content="width=device-width"><title>shop</title>'

/** A website with one page, and one that a form leads to. */
const website = (service: string) =>
  Effect.map(
    serve((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://shop")
      const policy = `default-src 'none'; script-src ${service}; connect-src ${service}; form-action 'self'`
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.setHeader("content-security-policy", policy)
      response.end(
        pathname === "/sent"
          ? `<!doctype html><title>sent</title>`
          : `<!doctype html><html lang="${searchParams.get("lang")}">${head}<main><h1>Shop</h1>${searchParams.get("body")}</main>`
      )
    }),
    ({ origin }): Shop => ({
      origin,
      show: async (page: Page, body: string, lang = "en") => {
        await page.goto(`${origin}/?${new URLSearchParams({ body, lang }).toString()}`)
      }
    })
  )

const script = (base: string, key: string, attributes = "") =>
  `<script src="${base}/form.js" data-key="${key}" ${attributes} defer></script>`

const form = (attributes = "", of = "") =>
  `<form action="/sent" ${of}><label>Email <input type="email" name="email" required data-rcpt ${attributes}></label>
  <button>Sign up</button></form>`

const limits = { visitor_limit: { per_minute: 1_000, per_day: 1_000 } }

const sent = async (page: Page): Promise<URLSearchParams> => {
  await page.waitForURL("**/sent?*")
  return new URL(page.url()).searchParams
}

const shopWithKey = Effect.gen(function* () {
  const { running, visit } = yield* BrowserWorld
  const shop = yield* website(running.base)
  const { key, id } = yield* make(running, { origins: [shop.origin], ...limits })
  const { page, complaints } = yield* visit()
  const submit = () => page.getByRole("button", { name: "Sign up" }).click()
  return { running, shop, key, id, page, complaints, submit, email: page.getByLabel("Email") }
})

const act = (run: () => Promise<void>) => Effect.promise(run)

inBrowser("The script for forms", (it) => {
  it.effect("says it in a block below the field, and no button moves beside it", function* () {
    const { running, shop, key, page, complaints, email } = yield* shopWithKey
    yield* act(async () => {
      await shop.show(page, script(running.base, key) + form())
      const button = page.getByRole("button", { name: "Sign up" })
      const field = (await email.boundingBox())!
      const before = (await button.boundingBox())!
      await email.focus()
      // Nothing is said yet, and nothing moves.
      assert.deepStrictEqual(await button.boundingBox(), before)
      await email.fill("ann@gmial.com")
      await page.keyboard.press("Tab")
      await page.getByRole("button", { name: "Did you mean ann@gmail.com?" }).waitFor()
      const hint = (await page.locator(".rcpt-hint > div").boundingBox())!
      const after = (await button.boundingBox())!
      assert.isAtLeast(hint.y, field.y + field.height)
      assert.isAtLeast(after.y, hint.y + hint.height)
      assert.strictEqual(await page.locator("[style]").count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("offers what was probably meant, and takes it by keyboard", function* () {
    const { running, shop, key, page, complaints, email } = yield* shopWithKey
    yield* act(async () => {
      await shop.show(page, script(running.base, key) + form())
      await email.fill("ann@gmial.com")
      await page.keyboard.press("Tab")
      const offer = page.getByRole("button", { name: "Did you mean ann@gmail.com?" })
      await offer.waitFor()
      assert.include(await page.getByRole("status").innerText(), "ann@gmail.com")
      const hint = await page.getByRole("status").getAttribute("id")
      assert.strictEqual(await email.getAttribute("aria-describedby"), hint)
      await assertAccessible(page)
      await email.focus()
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      assert.strictEqual(await email.inputValue(), "ann@gmail.com")
      assert.isTrue(await email.evaluate((input) => input === document.activeElement))
      await page.keyboard.press("Enter")
      assert.strictEqual((await sent(page)).get("email"), "ann@gmail.com")
      assert.deepStrictEqual(complaints, [])
    })
  })

  it.effect(
    "offers it once where the form is submitted at once, and keeps what was typed",
    function* () {
      const { running, shop, key, page, email } = yield* shopWithKey
      yield* act(async () => {
        await shop.show(page, script(running.base, key) + form())
        await email.fill("possible_typo@sandbox.rcpt.test")
        await page.keyboard.press("Enter")
        await page.getByRole("button", { name: "Did you mean ann@gmail.com?" }).waitFor()
        await page.getByRole("button", { name: "No, keep possible_typo@sandbox.rcpt.test" }).click()
        await page.keyboard.press("Enter")
        assert.strictEqual((await sent(page)).get("email"), "possible_typo@sandbox.rcpt.test")
      })
    }
  )

  it.effect(
    "refuses invalid addresses, and disposable ones if wished, in the page's words",
    function* () {
      const { running, shop, key, page, email, submit } = yield* shopWithKey
      const refused = (address: string) =>
        act(async () => {
          await email.fill(address)
          await submit()
          await page.locator("input:invalid[aria-invalid=true]").waitFor()
        })
      const hintIs = (text: string) =>
        act(async () => assert.strictEqual(await page.getByRole("status").innerText(), text))
      const field = form('data-block="invalid,disposable" data-text-disposable="Kein Wegwerf."')
      yield* act(() => shop.show(page, script(running.base, key) + field, "de-AT"))
      yield* refused("domain_not_found@sandbox.rcpt.test")
      yield* hintIs("An diese Adresse können wir keine E-Mail senden. Prüfen Sie die Schreibweise.")
      yield* act(() => assertAccessible(page))
      yield* refused("disposable@sandbox.rcpt.test")
      yield* hintIs("Kein Wegwerf.")
      yield* act(async () => {
        await email.fill("valid@sandbox.rcpt.test")
        assert.isTrue(await email.evaluate((input: HTMLInputElement) => input.checkValidity()))
        await submit()
        await sent(page)
        await shop.show(page, script(running.base, key) + form())
        await email.fill("disposable@sandbox.rcpt.test")
        await submit()
        await sent(page)
      })
    }
  )

  it.effect(
    "does without the browser's own validation, and with a value that a script has set",
    function* () {
      const { running, shop, key, page, email, submit } = yield* shopWithKey
      yield* act(async () => {
        await shop.show(page, script(running.base, key) + form("", "novalidate"))
        await email.fill("domain_not_found@sandbox.rcpt.test")
        await submit()
        await page.locator("[aria-invalid=true]").waitFor()
        await email.evaluate((input: HTMLInputElement) => {
          input.value = "valid@sandbox.rcpt.test"
        })
        await submit()
        assert.strictEqual((await sent(page)).get("email"), "valid@sandbox.rcpt.test")
      })
    }
  )

  it.effect("tells the page, fills a hidden field, and finds forms that come later", function* () {
    const { running, shop, key, page, submit } = yield* shopWithKey
    yield* act(async () => {
      await shop.show(page, script(running.base, key, 'data-field="email_status"'))
      await page.evaluate((html) => {
        const main = document.querySelector("main")
        main?.insertAdjacentHTML("beforeend", `<div id="a">${html}</div>`)
        main?.insertAdjacentHTML("beforeend", `<div id="b">${html}</div>`)
      }, form())
      await page.locator("#a input[type=email]").fill("domain_not_found@sandbox.rcpt.test")
      await page.locator("#b input[type=email]").fill("role_based@sandbox.rcpt.test")
      await page.locator("#b button").click()
      const query = await sent(page)
      assert.strictEqual(query.get("email_status"), "risky")
      await shop.show(page, script(running.base, key) + form())
      const status = page.evaluate(
        () =>
          new Promise((resolve) => {
            document.addEventListener("rcpt:verdict", (event) => {
              resolve(Object(event).detail.status)
            })
          })
      )
      await page.getByLabel("Email").fill("valid@sandbox.rcpt.test")
      await page.keyboard.press("Tab")
      assert.strictEqual(await status, "valid")
      await submit()
      await sent(page)
    })
  })

  it.effect(
    "lets the form through when a limit is reached, and from a foreign origin",
    function* () {
      const { running, shop, key, id, page, email, submit } = yield* shopWithKey
      const evil = yield* website(running.base)
      const statuses: Array<number> = []
      page.on("response", (response) => {
        if (response.url().includes("/verify?")) statuses.push(response.status())
      })
      const send = (to: Shop) =>
        act(async () => {
          await to.show(page, script(running.base, key) + form())
          await email.fill("domain_not_found@sandbox.rcpt.test")
          await submit()
          await sent(page)
        })
      yield* send(evil)
      assert.include(statuses, 403)
      yield* patch(running, id, { visitor_limit: { per_minute: 1, per_day: 1 } })
      yield* act(async () => {
        await shop.show(page, script(running.base, key) + form())
        await email.fill("domain_not_found@sandbox.rcpt.test")
        await submit()
        await page.locator("input:invalid[aria-invalid=true]").waitFor()
      })
      yield* send(shop)
      assert.include(statuses, 429)
    }
  )

  it.effect("waits for a server that does not answer 1.5 seconds at most", function* () {
    const { running, key, page, email, submit } = yield* shopWithKey
    const silent = yield* serve((request, response) => {
      if (request.url === "/form.js")
        response.writeHead(302, { location: `${running.base}/form.js` }).end()
    })
    const shop = yield* website(`${running.base} ${silent.origin}`)
    yield* act(async () => {
      await shop.show(page, script(silent.origin, key) + form())
      await email.fill("domain_not_found@sandbox.rcpt.test")
      const start = performance.now()
      await submit()
      await sent(page)
      const millis = performance.now() - start
      assert.isAbove(millis, 1_400)
      assert.isBelow(millis, 5_000)
    })
  })

  it.effect("is shown in the dashboard with the key, and can be tried there", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    yield* act(async () => {
      await open(page, "/keys")
      await page.getByRole("tab", { name: "Forms" }).click()
      await page.waitForURL("**/keys?tab=forms")
    })
    const { key } = yield* make(running, {
      name: "Sign-up",
      origins: ["https://shop.example"],
      ...limits
    })
    yield* act(async () => {
      await open(page, "/keys?tab=forms")
      await page.getByLabel("Browser key").selectOption({ label: "Sign-up" })
      await page.getByText("Works on https://shop.example.").waitFor()
      await page.getByLabel("Refuse disposable addresses").check()
      const lines = await page.getByRole("region", { name: "HTML" }).innerText()
      assert.strictEqual(
        lines.trim(),
        `<script src="${running.base}/form.js" data-key="${key}" defer></script>
<input type="email" name="email" data-rcpt data-block="invalid,disposable">`
      )
      const email = page.getByLabel("Email", { exact: true })
      await email.fill("disposable@sandbox.rcpt.test")
      await page.getByRole("button", { name: "Submit" }).click()
      await page.getByText("This is a temporary email address.").waitFor()
      await email.fill("possible_typo@sandbox.rcpt.test")
      await page.keyboard.press("Tab")
      await page.getByRole("button", { name: "Did you mean ann@gmail.com?" }).waitFor()
      await assertAccessible(page)
      await email.fill("valid@sandbox.rcpt.test")
      await page.keyboard.press("Enter")
      await page.getByText("The form went through with valid@sandbox.rcpt.test").waitFor()
      await page.setViewportSize(phone.viewport)
      await assertFits(page)
      assert.deepStrictEqual(complaints, [])
    })
    yield* act(async () => {
      await page.setViewportSize({ width: 1_280, height: 800 })
      await page.getByRole("button", { name: "Deutsch" }).click()
      const email = page.getByLabel("E-Mail", { exact: true })
      await email.fill("domain_not_found@sandbox.rcpt.test")
      await page.keyboard.press("Tab")
      await page.getByText("An diese Adresse können wir keine E-Mail senden.").waitFor()
      await assertAccessible(page)
      await page.getByRole("button", { name: "English" }).click()
      await page.getByLabel("Email", { exact: true }).waitFor()
    })
  })

  it.effect("is small, kept for good by its hash, and made from its source", function* () {
    const { running } = yield* BrowserWorld
    const named = yield* running.get("/form.js", { apiKey: null })
    assert.strictEqual(named.status, 302)
    const path = named.headers.get("location") ?? ""
    assert.match(path, /^\/form\/[0-9a-f]{16}\.js$/)
    const { text, headers } = yield* running.get(path, { apiKey: null })
    assert.match(headers.get("cache-control") ?? "", /immutable/)
    assert.isNull(headers.get("set-cookie"))
    assert.isAtMost(gzipSync(text).length, scriptWeightMax)
    const other = yield* running.get("/form/0123456789abcdef.js", { apiKey: null })
    assert.deepStrictEqual([other.status, other.headers.get("location")], [302, path])
    assert.strictEqual(other.headers.get("cache-control"), "no-store")
    const made = yield* Effect.promise(formScriptFile)
    const file = readFileSync(formScriptPath, "utf8")
    assert.strictEqual(file, made, "node packages/cli/bin/run.mjs docs")
    assert.strictEqual(text, formScript)
  })

  it.effect("lets the form through when the server has stopped", function* () {
    const { running, shop, key, page, email, submit } = yield* shopWithKey
    yield* act(() => shop.show(page, script(running.base, key) + form()))
    yield* running.kill("SIGTERM")
    yield* act(async () => {
      await email.fill("domain_not_found@sandbox.rcpt.test")
      await submit()
      await sent(page)
      await shop.show(page, script(running.base, key) + form())
      await email.fill("domain_not_found@sandbox.rcpt.test")
      await submit()
      await sent(page)
    })
  })
})
