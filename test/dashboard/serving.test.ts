import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"

import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { fetchRaw } from "./fetchRaw.ts"
import type { Fetched } from "./fetchRaw.ts"

const script = `export const words = ${JSON.stringify("receipt ".repeat(400))}\n`
const page =
  '<!doctype html><title>rcpt</title><script type="module" src="/assets/a-1.js"></script>\n'
const secret = "nobody reads this over HTTP"

const files: Readonly<Record<string, string | Buffer>> = {
  "index.html": page,
  "icon.svg": "<svg/>",
  "assets/a-1.js": script,
  "assets/a-1.js.br": brotliCompressSync(script),
  "assets/a-1.js.gz": gzipSync(script),
  "assets/b-2.css": "a { color: red }"
}

const written = Effect.map(tempFolder(), (around) => {
  const folder = join(around, "bundle")
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(join(around, "secret.txt"), secret)
  return folder
})

const world = Layer.unwrap(
  Effect.map(written, (folder) => service.layer({ env: { RCPT_DASHBOARD: folder } }))
)

const html = { accept: "text/html,application/xhtml+xml" }

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  service.Service.use(({ base }) => fetchRaw(base, path, headers, method))

const forEver = "public, max-age=31536000, immutable"

const isPage = ({ status, headers, body }: Fetched, path: string): void => {
  assert.strictEqual(status, 200, path)
  assert.strictEqual(headers["content-type"], "text/html; charset=utf-8", path)
  assert.strictEqual(headers["cache-control"], "no-cache", path)
  assert.strictEqual(body.toString(), page, path)
}

describe("A built dashboard", () => {
  layer(
    world,
    service.live
  )((it) => {
    it.effect("is one page for every path that a browser visits", () =>
      Effect.gen(function* () {
        for (const path of ["/", "/?a=b", "/ledger", "/jobs/0b1f?page=2", "/a/b/c", "/%E2%82%AC"])
          isPage(yield* ask(path, html), path)
        isPage(yield* ask("/"), "/ of a program")
      })
    )

    it.effect("is not in place of what programs ask for", () =>
      Effect.gen(function* () {
        const paths = ["/api", "/api/v1", "/api/v1/nothing", "/docs/x", "/metrics", "/healthz/x"]
        for (const path of [...paths, "/assets/gone-9.js", "/favicon.ico", "/nothing.html"]) {
          const { status, body } = yield* ask(path, html)
          assert.deepStrictEqual([status, body.toString()], [404, '{"error":"not found"}'], path)
        }
        assert.strictEqual((yield* ask("/ledger", { accept: "application/json" })).status, 404)
        assert.strictEqual((yield* ask("/healthz", html)).body.toString(), '{"status":"ok"}')
        const wrong = yield* ask("/api/v1/verify/batch", html)
        assert.deepStrictEqual([wrong.status, wrong.headers["allow"]], [405, "POST"])
        assert.strictEqual((yield* ask("/ledger", html, "POST")).status, 404)
      })
    )

    it.effect("keeps its hashed files in caches for ever, and the page in none", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* ask("/assets/a-1.js")).headers["cache-control"], forEver)
        assert.strictEqual((yield* ask("/assets/b-2.css")).headers["cache-control"], forEver)
        for (const path of ["/", "/index.html", "/icon.svg"])
          assert.strictEqual((yield* ask(path)).headers["cache-control"], "no-cache", path)
      })
    )

    it.effect("comes as small as the client takes it", () =>
      Effect.gen(function* () {
        const rows: ReadonlyArray<readonly [accept: string, encoding: string | undefined]> = [
          ["gzip, deflate, br, zstd", "br"],
          ["gzip", "gzip"],
          ["br;q=0, gzip", "gzip"],
          ["gzip;q=1.0, br;q=0.5", "gzip"],
          ["*", "br"],
          ["identity", undefined],
          ["gzip;q=0, br;q=0, identity", undefined],
          ["", undefined]
        ]
        const undo = {
          br: brotliDecompressSync,
          gzip: gunzipSync,
          identity: (bytes: Buffer) => bytes
        }
        for (const [accept, encoding] of rows) {
          const answer = yield* ask("/assets/a-1.js", { "accept-encoding": accept })
          assert.strictEqual(answer.headers["content-encoding"], encoding, accept)
          assert.strictEqual(answer.headers["vary"], "Accept-Encoding")
          const sent = undo[encoding === "br" || encoding === "gzip" ? encoding : "identity"]
          assert.strictEqual(sent(answer.body).toString(), script, accept)
        }
      })
    )

    it.effect("is sent once: whoever has it hears that it is the same", () =>
      Effect.gen(function* () {
        for (const [path, encoding] of [
          ["/", "identity"],
          ["/assets/a-1.js", "br"]
        ] as const) {
          const headers = { "accept-encoding": encoding }
          const first = yield* ask(path, headers)
          const etag = String(first.headers["etag"])
          assert.match(etag, /^"[\w-]{20,}"$/)
          for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
            const again = yield* ask(path, { ...headers, "if-none-match": known })
            assert.deepStrictEqual([again.status, again.body.length], [304, 0], known)
            assert.strictEqual(again.headers["etag"], etag)
          }
          const other = yield* ask(path, { ...headers, "if-none-match": '"other"' })
          assert.strictEqual(other.status, 200)
        }
        const forms = yield* Effect.forEach(["br", "gzip", "identity"], (encoding) =>
          ask("/assets/a-1.js", { "accept-encoding": encoding })
        )
        assert.strictEqual(new Set(forms.map(({ headers }) => headers["etag"])).size, 3)
      })
    )

    it.effect("answers HEAD as GET, without the body", () =>
      Effect.gen(function* () {
        for (const path of ["/", "/ledger", "/assets/a-1.js"]) {
          const head = yield* ask(path, html, "HEAD")
          const get = yield* ask(path, html)
          assert.deepStrictEqual([head.status, head.body.length], [200, 0], path)
          for (const name of ["etag", "content-type", "content-length", "cache-control"])
            assert.strictEqual(head.headers[name], get.headers[name], `${path} ${name}`)
        }
        assert.strictEqual((yield* ask("/api/v1/nothing", html, "HEAD")).status, 404)
        assert.strictEqual((yield* ask("/api/v1/verify?email=a@b.test", html, "HEAD")).status, 405)
      })
    )

    it.effect("allows nothing inline, nothing from elsewhere, and no frame around it", () =>
      Effect.gen(function* () {
        for (const path of ["/", "/ledger", "/assets/a-1.js"]) {
          const { headers } = yield* ask(path, html)
          const policy = String(headers["content-security-policy"])
          assert.notInclude(policy, "unsafe")
          for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
            assert.include(policy.split("; "), rule)
          assert.strictEqual(headers["x-content-type-options"], "nosniff")
          assert.strictEqual(headers["referrer-policy"], "same-origin")
          assert.include(String(headers["permissions-policy"]), "camera=()")
        }
      })
    )

    it.effect("never leads out of its folder", () =>
      Effect.gen(function* () {
        const tricks = [
          "/../secret.txt",
          "/assets/../../secret.txt",
          "/%2e%2e/secret.txt",
          "/..%2fsecret.txt",
          "/assets/..%5c..%5csecret.txt",
          "/....//secret.txt",
          "//secret.txt",
          "/assets/%00/../../../secret.txt",
          "/secret.txt%00.js",
          "/file:///etc/passwd"
        ]
        for (const path of tricks) {
          const { body } = yield* ask(path, html)
          assert.notInclude(body.toString(), secret, path)
          assert.notInclude(body.toString(), "root:", path)
        }
      })
    )
  })
})
