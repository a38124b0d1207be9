import { networkInterfaces } from "node:os"

import * as MailFile from "@rcpt/lab/smtp/MailFile"
import * as MailServers from "@rcpt/lab/smtp/MailServers"
import { Effect, Exit, Latch, Result, Scope } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { dial, startServers } from "./smtpClient.ts"

const scripts = (text: string) => Result.getOrThrow(MailFile.parse([{ file: "test.mail", text }]))

describe("Mail servers", () => {
  it.live("select the script by the address that a client connects to", function* () {
    const servers = yield* startServers(
      "server 127.8.0.1 127.8.0.2\non greeting 220 one {host}\nserver 127.8.0.3\non greeting 220 two"
    )
    for (const [address, greeting] of [
      ["127.8.0.1", "220 one 127.8.0.1"],
      ["127.8.0.2", "220 one 127.8.0.2"],
      ["127.8.0.3", "220 two"]
    ] as const) {
      const client = yield* dial(servers.port, address)
      assert.strictEqual(yield* Effect.promise(() => client.reply()), greeting)
    }
    assert.strictEqual(servers.traffic("127.8.0.2").opened, 2)
    assert.strictEqual(servers.traffic("127.8.0.3").opened, 1)
    assert.strictEqual(servers.all.length, 2)
    assert.throws(() => servers.traffic("127.8.0.4"), "no mail server")
  })

  const invalid: ReadonlyArray<[string, string, string]> = [
    ["a host without address", "server gone", 'test.mail:1: "gone" has no address'],
    [
      "an address with two servers",
      "server a\nserver 127.8.0.1",
      'test.mail:2: "127.8.0.1" has 127.8.0.1'
    ],
    ["an address that is not on loopback", "server b", "test.mail:1: 192.0.2.1 is not on loopback"]
  ]
  for (const [says, text, message] of invalid) {
    it.live(`refuse ${says}`, function* () {
      const dns: Record<string, ReadonlyArray<string>> = { a: ["127.8.0.1"], b: ["192.0.2.1"] }
      const start = MailServers.start({
        scripts: scripts(text),
        addressesOf: (host) => dns[host] ?? []
      })
      const problem = yield* Effect.flip(start)
      assert.strictEqual(problem.message.slice(0, message.length), message)
    })
  }

  it.live("fail with the port when it is taken", function* () {
    const { port } = yield* startServers("server 127.8.0.1")
    const again = MailServers.start({
      scripts: scripts("server 127.8.0.1"),
      addressesOf: () => [],
      port
    })
    assert.match((yield* Effect.flip(again)).message, /127\.8\.0\.1 port \d+: .*EADDRINUSE/)
  })

  it.live("stop when their scope closes, with open sessions", function* () {
    const scope = yield* Scope.make()
    const { port } = yield* startServers("server 127.8.0.1").pipe(Scope.provide(scope))
    const client = yield* dial(port, "127.8.0.1")
    yield* Effect.promise(() => client.reply())
    yield* Scope.close(scope, Exit.void)
    assert.include(["closed", "reset"], yield* Effect.promise(() => client.end()))
    const { port: free } = yield* MailServers.start({
      scripts: scripts("server 127.8.0.1"),
      addressesOf: () => [],
      port
    })
    assert.strictEqual(free, port)
  })

  it.live("cannot be reached from the network", function* () {
    const { port } = yield* startServers("server 127.8.0.1\nserver 127.0.0.1")
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
    for (const { address } of outside)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(dial(port, address))), address)
  })

  it.live("serve 2,000 sessions at once", function* () {
    const sessions = 2_000
    const { port, traffic } = yield* startServers(
      `server 127.8.0.1 127.8.0.2\non rcpt\n  250 2.1.5 Ok`
    )
    const allAreOpen = Latch.makeUnsafe()
    let open = 0
    const runSession = (index: number) =>
      Effect.gen(function* () {
        const client = yield* dial(port, `127.8.0.${1 + (index % 2)}`)
        yield* Effect.promise(() => client.reply())
        for (const line of ["EHLO probe", "MAIL FROM:<>"])
          yield* Effect.promise(() => client.ask(line))
        if (++open === sessions) allAreOpen.openUnsafe()
        yield* allAreOpen.await
        const last = yield* Effect.promise(() => client.ask("RCPT TO:<a@x>"))
        yield* Effect.promise(() => client.ask("QUIT"))
        return last
      }).pipe(Effect.scoped)
    const replies = yield* Effect.forEach(
      Array.from({ length: sessions }, (_, index) => index),
      runSession,
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual([...new Set(replies)], ["250 2.1.5 Ok"])
    const received = traffic("127.8.0.1")
    assert.strictEqual(received.opened, sessions)
    assert.strictEqual(received.openPeak, sessions)
    while (received.open > 0) yield* Effect.sleep("5 millis")
    assert.strictEqual(received.commands.get("QUIT"), sessions)
  })
})
