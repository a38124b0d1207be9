import { domainToASCII } from "node:url"

import * as Lab from "@rcpt/lab/Lab"
import { samples } from "@rcpt/lab/samples"
import { Context, Effect, Layer } from "effect"

import { assert, layer } from "../support/vitest.ts"
import { outcome, resolverAt } from "./dnsClient.ts"
import { dial } from "./smtpClient.ts"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

const world = Layer.effect(TheLab, Lab.start())

/** The reply to RCPT of the first mail host of the address's domain. */
const replyAbout = Effect.fnUntraced(function* (recipient: string) {
  const { dnsAddress, mail } = yield* TheLab
  const dns = resolverAt(dnsAddress, 5_000, 2)
  const domain = recipient.slice(recipient.lastIndexOf("@") + 1)
  const [address = ""] = yield* Effect.promise(async () => {
    const hosts = await dns.resolveMx(domain)
    const [first] = hosts.toSorted((a, b) => a.priority - b.priority)
    return dns.resolve4(first?.exchange ?? "")
  })
  const client = yield* dial(mail.port, address)
  return (yield* Effect.promise(() => client.askAbout([recipient]))).at(-1) ?? ""
})

const rows: ReadonlyArray<[string, RegExp]> = [
  ["ann@acme.test", /^250 2\.1\.5/],
  ["gone@acme.test", /^550 5\.1\.1 .*User unknown in local recipient table/],
  ["full@acme.test", /^552 5\.2\.2/],
  ["brimful@acme.test", /^452 4\.2\.2/],
  ["off@acme.test", /^550 5\.2\.1/],
  ["moved@acme.test", /^551 5\.1\.6/],
  ["unsure@acme.test", /^450 4\.1\.1 .*verification in progress/],
  ["gone@exim.test", /^550 Unrouteable address$/],
  ["gone@sendmail.test", /^550 5\.1\.1 .*\.\.\. User unknown/],
  ["gone@qmail.test", /^550 sorry, no mailbox here by that name/],
  ["a.n.n+news@gmail.com", /^250 2\.1\.5 OK/],
  ["gone@gmail.com", /^550-5\.1\.1 .*\|550 5\.1\.1 /],
  ["brimful@gmail.com", /^452-4\.2\.2 .*out of storage/],
  ["idle@gmail.com", /^552-5\.2\.2 .*out of storage space and inactive/],
  ["flood@gmail.com", /^450-4\.2\.1 .*at a rate/],
  ["swamped@gmail.com", /^550-5\.2\.1 .*at a rate/],
  ["ruled@workspace.test", /^550 5\.7\.1 .*Email doesn't exist.*gcdp/],
  ["ann@office.test", /^250 2\.1\.5 Recipient OK/],
  ["gone@office.test", /^550 5\.4\.1 .*Access denied.*AS\(201806281\)/],
  ["gone@relaying.test", /^250 /],
  ["ann@banned.test", /^550 5\.7\.606 .*banned sending IP/],
  ["gone@outlook.com", /^550 5\.5\.0 .*mailbox unavailable/],
  ["ann@live.com", /^550 5\.7\.1 .*S3150/],
  ["gone@yahoo.com", /^250 /],
  ["off@yahoo.com", /^554 30 .*disabled/],
  ["ann@aol.com", /^421 4\.7\.0 \[TSS04\]/],
  ["gone@icloud.com", /^550 5\.1\.1 .*user does not exist/],
  ["moved@icloud.com", /^550 5\.1\.6/],
  ["gone@zoho.com", /^550 5\.1\.1/],
  ["ann@zohoelse.test", /^250 /],
  ["gone@zohoelse.test", /^553 Relaying disallowed/],
  ["gone@yandex.ru", /^550 5\.7\.1 No such user!/],
  ["gone@mail.ru", /^550 .*user not found/],
  ["off@mail.ru", /^550 .*account is disabled/],
  ["gone@proton.me", /^550 5\.1\.1/],
  ["gone@fastmail.com", /^550 5\.1\.1/],
  ["gone@gmx.de", /^550-.*mailbox unavailable\|550 The recipient's address does not exist/],
  ["policy@gmx.de", /^550-.*mailbox unavailable\|550-Reject due to policy/],
  ["ann@web.de", /^554-.*\|554 For explanation/],
  ["gone@qq.com", /^550 Mailbox not found/],
  ["flood@qq.com", /^550 Mailbox unavailable or access denied/],
  ["ann@exmail.test", /^550 Connection frequency limited/],
  ["gone@163.com", /^550 User not found/],
  ["gone@orange.fr", /^550 5\.1\.1 .*OFR_416/],
  ["full@orange.fr", /^552 .*OFR_417/],
  ["ann@wanadoo.fr", /^421 .*OFR_102/],
  ["gone@comcast.net", /^550 5\.1\.1 .*Not our Customer/],
  ["gone@mimecast.test", /^550 Invalid Recipient/],
  ["deferred@mimecast.test", /^451 Internal resources/],
  ["gone@gateway.test", /^250 /],
  ["gone@proofpoint.test", /^550 5\.1\.1/],
  ["deferred@proofpoint.test", /^450 4\.1\.1/],
  ["gone@proofall.test", /^250 /],
  ["ann@proofblock.test", /^554 Blocked - see https:\/\/ipcheck/],
  ["gone@barracuda.test", /^550 .*cuda_nsu/],
  ["gone@cisco.test", /^550 #5\.1\.0 Address rejected/],
  ["gone@trend.test", /^554 5\.7\.1 .*Invalid-Recipient/],
  ["gone@takesall.test", /^250 /],
  ["ann@grey.test", /^450 4\.2\.0 .*Greylisted/],
  ["ann@blocking.test", /^554 5\.7\.1 .*spamhaus/],
  ["ann@bannerblock.test", /^554 5\.7\.1 .*Spamhaus/],
  ["ann@hostblock.test", /^554 5\.7\.1 .*Client host rejected/],
  ["ann@fussy.test", /^550 5\.1\.8 <verify@rcpt\.test>/],
  ["ann@fussyname.test", /^550 5\.7\.1 Helo/],
  ["ann@norelay.test", /^554 5\.7\.1 .*Relay access denied/],
  ["ann@busy.test", /^421 4\.7\.0/],
  ["ann@cannotvrfy.test", /^252 /],
  ["ann@forwards.test", /^251 /],
  ["ann@null521.test", /^521 /],
  ["ann@null556.test", /^556 5\.1\.10/],
  ["ann@crowdeddisk.test", /^452 4\.3\.1/],
  ["user7@d00042.lab.test", /^250 /],
  ["gone@d00042.lab.test", /^550 5\.1\.1/]
]

layer(world, { excludeTestServices: true })("A mail server of the lab", (it) => {
  for (const [recipient, says] of rows) {
    it.effect(`replies about ${recipient}: ${says.source}`, () =>
      Effect.map(replyAbout(recipient), (reply) => assert.match(reply, says))
    )
  }

  it.effect("has an address on this machine", () =>
    Effect.map(TheLab, ({ mail }) => {
      const ipv4 = mail.unavailable.filter((address) => address !== "::1")
      assert.deepStrictEqual(ipv4, process.platform === "linux" ? [] : ipv4)
    })
  )

  it.effect(
    "is at the configured port, and DNS has the configured HELO name and sender",
    function* () {
      const { dnsAddress, env, mail } = yield* TheLab
      assert.strictEqual(env["RCPT_SMTP_PORT"], String(mail.port))
      const dns = resolverAt(dnsAddress, 5_000, 2)
      const helo = env["RCPT_HELO"] ?? ""
      const [address = ""] = yield* Effect.promise(() => dns.resolve4(helo))
      // Node's `reverse` would also read the hosts file.
      const pointer = `${address.split(".").toReversed().join(".")}.in-addr.arpa`
      assert.deepStrictEqual(yield* Effect.promise(() => dns.resolvePtr(pointer)), [helo])
      const [, domain = ""] = (env["RCPT_MAIL_FROM"] ?? "").split("@")
      assert.isNotEmpty(yield* Effect.promise(() => dns.resolveMx(domain)))
      assert.match(String(yield* Effect.promise(() => dns.resolveTxt(domain))), /^v=spf1 /)
    }
  )

  it.effect("exists for every fast sample whose domain has a mail host on loopback", function* () {
    const { dnsAddress } = yield* TheLab
    const dns = resolverAt(dnsAddress, 1_000)
    const served: Array<string> = []
    for (const { address } of samples) {
      const domain = address.slice(address.lastIndexOf("@") + 1)
      const hosts = yield* outcome(() => dns.resolveMx(domainToASCII(domain)))
      const [host] = Array.isArray(hosts) ? hosts : []
      const addresses = yield* outcome(() => dns.resolve4(host?.exchange || "nowhere.test"))
      if (!Array.isArray(addresses) || !addresses[0]?.startsWith("127.")) continue
      assert.match(yield* replyAbout(`ann@${domainToASCII(domain)}`), /^[25]/)
      served.push(address)
    }
    assert.isAbove(served.length, samples.length / 2)
  })
})
