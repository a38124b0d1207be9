/** Which hosts a request may name, where the names of the service are known. */
import { hostIn, judgeHost } from "@rcpt/service/http/refuse"
import { load } from "@rcpt/service/platform/Config"
import { matchesHost } from "@rcpt/service/platform/hostPatterns"
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { exchange, isProblem } from "./rawHttp.ts"

const foreign =
  "the Host header names another host: the operator can allow it by RCPT_ALLOWED_HOSTS"
const invalid = "the Host header is not the name of a host"
const twice = "the Host header must be given only once"

const known = { publicUrl: "https://rcpt.example", allowedHosts: ["*.svc.test"], host: "::1" }
const anyName = { publicUrl: undefined, allowedHosts: [], host: "127.0.0.1" }

describe("A public URL", () => {
  const publicUrlOf = (RCPT_PUBLIC_URL: string) =>
    load({}, { RCPT_PUBLIC_URL }).pipe(
      Effect.map(({ config }) => config.publicUrl),
      Effect.catch(({ message }) => Effect.succeed(message))
    )

  for (const url of ["https://rcpt.example", "http://rcpt.example:8080/", "HTTPS://RCPT.example"])
    it.effect(`${url} is one of a host alone`, () =>
      Effect.map(publicUrlOf(url), (found) => assert.strictEqual(found, url))
    )

  for (const more of ["rcpt", "rcpt/", "?a=b", "#top"])
    it.effect(`with ${more} ends the start`, () =>
      Effect.map(publicUrlOf(`https://rcpt.example/${more}`), (found) =>
        assert.match(
          found ?? "",
          /^RCPT_PUBLIC_URL must be a URL of a host alone, such as https:\/\/rcpt\.example: /
        )
      )
    )
})

describe("A Host header", () => {
  const rows = [
    ["rcpt.example", undefined],
    ["rcpt.example:8443", undefined],
    ["RCPT.Example.", undefined],
    ["a.svc.test", undefined],
    ["a.b.svc.test:80", undefined],
    ["localhost:8080", undefined],
    ["127.0.0.1", undefined],
    ["203.0.113.9:8080", undefined],
    ["[::1]:8080", undefined],
    ["svc.test", 421],
    ["notsvc.test", 421],
    ["evil.test", 421],
    ["rcpt.example.evil.test", 421],
    ["evilrcpt.example", 421],
    ["127.0.0.1.evil.test", 421],
    ["localhost.evil.test", 421],
    ["", 421],
    ["a b", 400],
    ["user@rcpt.example", 400],
    ["rcpt.example:port", 400],
    ["rcpt.example/x", 400],
    ["[::1", 400],
    ["[rcpt.example]", 400]
  ] as const
  for (const [header, status] of rows)
    it(`"${header}" ${status === undefined ? "passes" : `gets ${status}`}`, () => {
      const judge = judgeHost(known)
      assert.strictEqual(judge(header)?.[0], status)
      // What passed before changes nothing, nor what did not.
      assert.strictEqual(judge("rcpt.example"), undefined)
      assert.strictEqual(judge(header)?.[0], status)
      assert.strictEqual(judgeHost(anyName)(header)?.[0], status === 421 ? undefined : status)
    })

  it("is read without its port and brackets", () => {
    const hosts = ["a.test:1", "[2001:db8::1]:1", "a.test:"].map(hostIn)
    assert.deepStrictEqual(hosts, ["a.test", "2001:db8::1", "a.test"])
  })
})

describe("A list of hosts", () => {
  it("has names, names below a name, and addresses", () => {
    const matches = matchesHost(["A.test", "*.b.test", "192.0.2.1", "2001:DB8:0::1"])
    const inside = ["a.test", "a.test.", "x.b.test", "X.Y.B.TEST", "192.0.2.1", "2001:db8::1"]
    const outside = ["b.test", ".b.test", "xb.test", "x.a.test", "192.0.2.2", "*.c.test", ""]
    assert.deepStrictEqual([...inside, ...outside].filter(matches), inside)
  })

  it.effect("has to be one", function* () {
    const { config } = yield* load({}, { RCPT_ALLOWED_HOSTS: "a.test, *.b.test,192.0.2.1,::1" })
    assert.deepStrictEqual(config.allowedHosts, ["a.test", "*.b.test", "192.0.2.1", "::1"])
    for (const wrong of ["*", "*.test", "https://a.test", "a.*.test", "a test", "a.test:80"]) {
      const { problems } = yield* Effect.flip(load({}, { RCPT_ALLOWED_HOSTS: wrong }))
      assert.match(problems.join(), /^RCPT_ALLOWED_HOSTS must be a comma-separated list of hosts/)
    }
  })
})

const request = (path: string, ...hosts: ReadonlyArray<string>) =>
  `GET ${path} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}\r\n`

const sent = (text: string) => service.Service.use(({ base }) => exchange(base, [text]))

layer(service.layer({ env: { RCPT_ALLOWED_HOSTS: "rcpt.internal,*.svc.test" } }), service.live)(
  "A service whose names are set",
  (it) => {
    it.effect("refuses requests for others with 421", function* () {
      for (const path of ["/", "/api/v1/account", "/api/v1/verify?email=a@acme.test", "/docs"])
        isProblem(yield* sent(request(path, "evil.test")), 421, foreign)
      const { headers } = yield* sent(request("/", "evil.test"))
      assert.strictEqual(headers["cache-control"], "no-store")
    })

    it.effect("serves its own, addresses and localhost", function* () {
      for (const host of ["rcpt.internal", "a.svc.test:80", "localhost", "10.0.0.7", "[::1]:1"])
        assert.strictEqual((yield* sent(request("/api/v1/account", host))).status, 401, host)
      // The target names the host, and the header counts no more (RFC 9112 §3.2.2).
      const target = "http://evil.test/api/v1/account"
      isProblem(yield* sent(request(target, "rcpt.internal")), 421, foreign)
    })

    it.effect("answers health checks under any name", function* () {
      for (const path of ["/healthz", "/readyz", "/readyz?verbose"])
        assert.strictEqual((yield* sent(request(path, "balancer.test"))).status, 200, path)
      isProblem(yield* sent(request("/healthzz", "balancer.test")), 421, foreign)
    })

    it.effect("serves a client of HTTP/1.0, which names no host", function* () {
      assert.strictEqual((yield* sent("GET /api/v1/account HTTP/1.0\r\n\r\n")).status, 401)
    })
  }
)

layer(service.layer(), service.live)("Any service", (it) => {
  it.effect("refuses several Host headers, and one that names no host", function* () {
    isProblem(yield* sent(request("/healthz", "a.test", "b.test")), 400, twice)
    isProblem(yield* sent(request("/healthz", "a.test", "a.test")), 400, twice)
    const other = "GET / HTTP/1.1\r\nHost: a.test\r\nhOsT: a.test\r\n\r\n"
    isProblem(yield* sent(other), 400, twice)
    isProblem(yield* sent(request("/healthz", "user@a.test")), 400, invalid)
  })

  it.effect("serves any name, as long as it knows none", function* () {
    assert.strictEqual((yield* sent(request("/healthz", "anything.test"))).status, 200)
    assert.strictEqual((yield* sent(request("/api/v1/account", "any.test"))).status, 401)
  })
})
