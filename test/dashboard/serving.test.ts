import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"

import { Effect, Layer } from "effect"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
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

const bundle = Effect.map(tempFolder(), (parent) => {
  const folder = join(parent, "bundle")
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(join(parent, "secret.txt"), secret)
  return folder
})

const world = Layer.unwrap(
  Effect.map(bundle, (folder) => service.layer({ env: { RCPT_DASHBOARD: folder } }))
)

const html = { accept: "text/html,application/xhtml+xml" }

const request = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  service.Service.use(({ base }) => fetchRaw(base, path, headers, method))

const immutable = "public, max-age=31536000, immutable"

const isPage = ({ status, headers, body }: Fetched, path: string): void => {
  assert.strictEqual(status, 200, path)
  assert.strictEqual(headers["content-type"], "text/html; charset=utf-8", path)
  assert.strictEqual(headers["cache-control"], "no-cache", path)
  assert.strictEqual(body.toString(), page, path)
}

layer(world, service.live)("A built dashboard", (it) => {
  it.effect("serves the same page for every path that a browser visits", function* () {
    for (const path of ["/", "/?a=b", "/ledger", "/jobs/0b1f?page=2", "/a/b/c", "/%E2%82%AC"])
      isPage(yield* request(path, html), path)
    isPage(yield* request("/"), "/ without an accept header")
  })

  it.effect("never replaces a 404 or 405 for programs", function* () {
    const paths = ["/api", "/api/v1", "/api/v1/nothing", "/docs/x", "/metrics", "/healthz/x"]
    for (const path of [...paths, "/assets/gone-9.js", "/favicon.ico", "/nothing.html"]) {
      const { status, body } = yield* request(path, html)
      assert.deepStrictEqual([status, body.toString()], [404, '{"error":"not found"}'], path)
    }
    assert.strictEqual((yield* request("/ledger", { accept: "application/json" })).status, 404)
    assert.strictEqual((yield* request("/healthz", html)).body.toString(), '{"status":"ok"}')
    const wrong = yield* request("/api/v1/verify/batch", html)
    assert.deepStrictEqual([wrong.status, wrong.headers["allow"]], [405, "POST"])
    assert.strictEqual((yield* request("/ledger", html, "POST")).status, 404)
  })

  it.effect("lets caches keep hashed files for a year, and never the page", function* () {
    assert.strictEqual((yield* request("/assets/a-1.js")).headers["cache-control"], immutable)
    assert.strictEqual((yield* request("/assets/b-2.css")).headers["cache-control"], immutable)
    for (const path of ["/", "/index.html", "/icon.svg"])
      assert.strictEqual((yield* request(path)).headers["cache-control"], "no-cache", path)
  })

  it.effect("uses the encoding that the client prefers", function* () {
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
    const decoders = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      identity: (bytes: Buffer) => bytes
    }
    for (const [accept, encoding] of rows) {
      const response = yield* request("/assets/a-1.js", { "accept-encoding": accept })
      assert.strictEqual(response.headers["content-encoding"], encoding, accept)
      assert.strictEqual(response.headers["vary"], "Accept-Encoding")
      const decode = decoders[encoding === "br" || encoding === "gzip" ? encoding : "identity"]
      assert.strictEqual(decode(response.body).toString(), script, accept)
    }
  })

  it.effect("is answered with 304 if the client has the current version", function* () {
    for (const [path, encoding] of [
      ["/", "identity"],
      ["/assets/a-1.js", "br"]
    ] as const) {
      const headers = { "accept-encoding": encoding }
      const first = yield* request(path, headers)
      const etag = String(first.headers["etag"])
      assert.match(etag, /^"[\w-]{20,}"$/)
      for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const again = yield* request(path, { ...headers, "if-none-match": ifNoneMatch })
        assert.deepStrictEqual([again.status, again.body.length], [304, 0], ifNoneMatch)
        assert.strictEqual(again.headers["etag"], etag)
      }
      const other = yield* request(path, { ...headers, "if-none-match": '"other"' })
      assert.strictEqual(other.status, 200)
    }
    const variants = yield* Effect.forEach(["br", "gzip", "identity"], (encoding) =>
      request("/assets/a-1.js", { "accept-encoding": encoding })
    )
    assert.strictEqual(new Set(variants.map(({ headers }) => headers["etag"])).size, 3)
  })

  it.effect("answers HEAD as GET, without the body", function* () {
    for (const path of ["/", "/ledger", "/assets/a-1.js"]) {
      const head = yield* request(path, html, "HEAD")
      const full = yield* request(path, html)
      assert.deepStrictEqual([head.status, head.body.length], [200, 0], path)
      for (const name of ["etag", "content-type", "content-length", "cache-control"])
        assert.strictEqual(head.headers[name], full.headers[name], `${path} ${name}`)
    }
    assert.strictEqual((yield* request("/api/v1/nothing", html, "HEAD")).status, 404)
    assert.strictEqual((yield* request("/api/v1/verify?email=a@b.test", html, "HEAD")).status, 405)
  })

  it.effect("forbids inline code, other origins and framing", function* () {
    for (const path of ["/", "/ledger", "/assets/a-1.js"]) {
      const { headers } = yield* request(path, html)
      const policy = String(headers["content-security-policy"])
      assert.notInclude(policy, "unsafe")
      for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
        assert.include(policy.split("; "), rule)
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      assert.strictEqual(headers["referrer-policy"], "same-origin")
      assert.include(String(headers["permissions-policy"]), "camera=()")
    }
  })

  it.effect("serves no file outside its folder", function* () {
    const paths = [
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
    for (const path of paths) {
      const { body } = yield* request(path, html)
      assert.notInclude(body.toString(), secret, path)
      assert.notInclude(body.toString(), "root:", path)
    }
  })
})
