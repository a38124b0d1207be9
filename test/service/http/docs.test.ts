import { gunzipSync } from "node:zlib"

import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"

const noKey = { apiKey: null } as const

layer(service.layer({ lab: true }), service.live)("The documentation", (it) => {
  it.effect("is served with every page and asset that its menu names", function* () {
    const { get } = yield* service.Service
    const { text } = yield* get("/docs", noKey)
    const links = [...text.matchAll(/(?:href|src)="(\/docs[^"#]*)"/g)].map(([, href]) => href!)
    assert.isAbove(links.length, 60)
    for (const href of new Set(links)) {
      const { status } = yield* get(href, noKey)
      assert.strictEqual(status, 200, href)
    }
  })

  it.effect("is there as Markdown too, with a list of all pages for language models", function* () {
    const { get } = yield* service.Service
    const list = yield* get("/llms.txt", noKey)
    assert.match(list.headers.get("content-type") ?? "", /^text\/plain/)
    const links = [...list.text.matchAll(/\]\((\/docs[^)]*\.md)\)/g)].map(([, href]) => href!)
    assert.isAbove(links.length, 60)
    const page = yield* get("/docs/quick-start.md", noKey)
    assert.match(page.text, /^# Quick start/)
  })

  it.effect("is compressed where the client can read that", function* () {
    const { base } = yield* service.Service
    const sizes = yield* Effect.promise(async () => {
      const { get } = await import("node:http")
      return new Promise<readonly [string, Buffer]>((done, fail) =>
        get(`${base}/docs/limits`, { headers: { "accept-encoding": "gzip" } }, (response) => {
          const parts: Array<Buffer> = []
          response.on("data", (part: Buffer) => parts.push(part))
          response.on("end", () =>
            done([response.headers["content-encoding"] ?? "", Buffer.concat(parts)])
          )
        }).on("error", fail)
      )
    })
    assert.strictEqual(sizes[0], "gzip")
    assert.include(gunzipSync(sizes[1]).toString(), "<h1>Limits</h1>")
    assert.isBelow(sizes[1].length, gunzipSync(sizes[1]).length / 2)
  })

  it.effect("has no page of another name", function* () {
    const { get } = yield* service.Service
    for (const path of ["/docs/nowhere", "/docs/", "/docs/assets/", "/docs/Limits"])
      assert.strictEqual((yield* get(path, noKey)).status, 404, path)
    const posted = yield* get("/docs/limits", { ...noKey, method: "POST" })
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"])
  })
})
