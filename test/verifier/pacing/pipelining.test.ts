/** Which commands are sent together (RFC 2920), and what a server that does not cope with them costs: time, never a verdict. */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Duration, Effect } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { mailWorld, ordinary, replying, startTls } from "../smtp/smtpWorld.ts"
import type { Peer, Script, ServerReplies } from "../smtp/smtpWorld.ts"
import { catchAllUnknown, queueIn, recipientsOf, requestTo, times, unbounded } from "./mxWorld.ts"
import type { QueueOptions } from "./mxWorld.ts"

const mx = "mx.x.test"
const oneSession = { pace: { connections: 1, startsPerSecond: 1_000 } }

/** How many RCPT each write of the client had, by connection. */
const watching = (replies: ServerReplies = {}) => {
  const groups: Array<Array<number>> = []
  const script: Script = (peer) => {
    const sizes: Array<number> = []
    groups.push(sizes)
    replying(replies)(peer)
    peer.socket.prependListener("data", (chunk: Buffer) => {
      const count = chunk.toString().split("RCPT TO").length - 1
      if (count > 0) sizes.push(count)
    })
  }
  return { groups, script }
}

const ask = (
  host: string,
  script: Script,
  count: number,
  options: QueueOptions = oneSession,
  more: Parameters<typeof requestTo>[1] = {}
) =>
  Effect.gen(function* () {
    const world = yield* mailWorld({ [host]: script })
    const queue = yield* queueIn(world, options)
    const requests = times(count, () => requestTo(host, more))
    const results = yield* Effect.forEach(requests, queue.probe, unbounded)
    return { world, results }
  })

/** A mailbox that is there has a name that says so. */
const exists = (recipient: string): boolean => recipient.startsWith("yes")

const mailboxOf = (isThere: boolean, index: number) =>
  requestTo(mx, {
    address: { localPart: `${isThere ? "yes" : "no"}${index}`, domain: "x.test", smtputf8: false }
  })

const statuses = (results: ReadonlyArray<SmtpEvidence>) => [
  ...new Set(results.map(({ status }) => status))
]

describe("Recipients that wait for a server that offers PIPELINING", () => {
  it.live(
    "are asked about in groups of four, but the server's first, ten in a session",
    function* () {
      const { groups, script } = watching()
      const { world, results } = yield* ask(mx, script, 20)
      assert.deepStrictEqual(statuses(results), ["deliverable"])
      assert.deepStrictEqual(groups, [
        [1, 4, 4, 1],
        [4, 4, 2]
      ])
      const [first] = world.peers(mx)
      assert.deepStrictEqual(
        first?.commands.slice(1, 4).map((line) => line.slice(0, 4)),
        ["MAIL", "RCPT", "RSET"]
      )
    }
  )

  for (const [what, replies] of [
    ["does not offer it", { ehlo: "250-mx.test\r\n250 8BITMIME" }],
    ["offers it before TLS alone", { ehlo: offersBeforeTls, starttls: startTls }],
    ["knows only HELO", { ehlo: "502 5.5.1 What?" }]
  ] as const)
    it.live(`are asked about one by one where the server ${what}`, function* () {
      const { script } = watching(replies)
      const writes: Array<string> = []
      const { results } = yield* ask(mx, recording(writes, script), 6)
      assert.deepStrictEqual(statuses(results), ["deliverable"])
      assert.isEmpty(writes.filter((text) => text.trim().includes("\n")))
    })

  it.live(
    "are asked about one by one at a provider that counts unknown ones harshly",
    function* () {
      const { groups, script } = watching()
      yield* ask("mx00.gmx.net", script, 8)
      assert.deepStrictEqual(
        groups.flat(),
        times(8, () => 1)
      )
    }
  )

  it.live("do not make somebody wait who needs an answer", function* () {
    const { groups, script } = watching()
    const world = yield* mailWorld({ [mx]: script })
    const queue = yield* queueIn(world, oneSession)
    const rows = times(5, () => requestTo(mx, { urgency: "bulk" }))
    yield* Effect.forEach([...rows, requestTo(mx)], queue.probe, unbounded)
    assert.deepStrictEqual(groups, [[1, 1, 4]])
  })

  it.live("leave room for their control probes, which are sent together too", function* () {
    const { groups, script } = watching({ rcpt: "250 ok" })
    const world = yield* mailWorld({ [mx]: script })
    const queue = yield* queueIn(world, oneSession)
    const requests = times(5, (index) =>
      requestTo(mx, { ...catchAllUnknown, domain: `d${index}.test` })
    )
    const results = yield* Effect.forEach(requests, queue.probe, unbounded)
    assert.deepStrictEqual(statuses(results), ["catch_all"])
    assert.deepStrictEqual(groups, [[1, 1, 4, 4]])
  })

  it.live("lose nothing when one of their callers goes away", function* () {
    const world = yield* mailWorld({ [mx]: slowly(replying(), 60) })
    const queue = yield* queueIn(world, oneSession)
    const [, , third] = yield* Effect.all(
      [
        queue.probe(requestTo(mx)),
        Effect.timeoutOption(queue.probe(requestTo(mx)), "100 millis"),
        queue.probe(requestTo(mx)),
        queue.probe(requestTo(mx))
      ],
      unbounded
    )
    assert.strictEqual(third.status, "deliverable")
    assert.strictEqual(world.peers(mx).length, 1)
  })
})

describe("The last command of a session", () => {
  it.live("is sent with QUIT, whose reply nobody awaits", function* () {
    const writes: Array<string> = []
    const host = "x-test.mail.protection.outlook.com"
    const { world, results } = yield* ask(
      host,
      recording(writes, replying({ rcpt: "250 ok" })),
      1,
      oneSession,
      catchAllUnknown
    )
    assert.deepStrictEqual(statuses(results), ["catch_all"])
    assert.match(writes.at(-1) ?? "", /^MAIL.*\r\nRCPT.*\r\nRSET\r\nQUIT\r\n$/)
    assert.strictEqual(world.peers(host).length, 2)
  })
})

describe("A group in which the server", () => {
  it.live(
    "closes with 421 keeps what was answered, and asks about the rest once more",
    function* () {
      let count = 0
      const rcpt = (_: string, { socket }: Peer) => {
        count += 1
        if (count !== 4) return "550 5.1.1 unknown"
        socket.end("421 4.7.0 too many\r\n")
      }
      const { world, results } = yield* ask(mx, replying({ rcpt }), 8)
      assert.deepStrictEqual(statuses(results), ["undeliverable"])
      const [first = [], ...others] = recipientsOf(world, mx)
      assert.strictEqual(first.length, 5)
      assert.strictEqual(others.flat().length, 5)
    }
  )

  it.live("is slow to refuse is the last one of its session", function* () {
    const { groups, script } = watching({ rcpt: "550 5.1.1 no" })
    yield* ask(mx, slowly(script, 60), 8, {
      ...oneSession,
      timeouts: { slowRefusal: Duration.millis(50) }
    })
    assert.deepStrictEqual(groups[0], [1])
  })

  it.live(
    "mixes up its recipients is not believed, and is asked in turn from then on",
    function* () {
      const world = yield* mailWorld({ [mx]: swapping })
      const queue = yield* queueIn(world, oneSession)
      const mailboxes = times(12, (index) => index % 2 === 0)
      const results = yield* Effect.forEach(mailboxes.map(mailboxOf), queue.probe, unbounded)
      assert.deepStrictEqual(
        results.map(({ status }) => status),
        mailboxes.map((isThere) => (isThere ? "deliverable" : "undeliverable"))
      )
      assert.strictEqual(recipientsOf(world, mx).flat().length, 12 + 4)
    }
  )
})

/** What goes wrong with one reply of a connection. */
const faults = ["twice", "dropped", "hang-up", "reset", "421", "late", "swapped"] as const
interface Fault {
  readonly kind: (typeof faults)[number]
  /** The number of the reply, after that to EHLO. */
  readonly at: number
  /** Whether it happens in every connection, or only in the first. */
  readonly always: boolean
  /** Whether each of the mailboxes exists. */
  readonly mailboxes: ReadonlyArray<boolean>
  /** Whether the domain is known to refuse unknown recipients, so that no control probe is needed. */
  readonly isKnown: boolean
  /** Octets in each piece. */
  readonly pieces: ReadonlyArray<number>
}

const anyFault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom(...faults),
  at: fc.nat({ max: 16 }),
  always: fc.boolean(),
  mailboxes: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  isKnown: fc.boolean(),
  pieces: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 })
})

const waitMillis = 30

/** Of one reply, and of a session. */
const timeoutsOf = (command: number) => ({
  command: Duration.millis(command),
  reset: Duration.millis(command),
  total: Duration.millis(command * 16)
})

/** Where any verdict but a wrong one is right, also that of a machine that is too slow. */
const short = timeoutsOf(120)

/** Where a machine under load must not pass for a server that is silent. */
const long = timeoutsOf(1_000)

/** Each waits for its timeouts, and all wait together. */
const manyAtOnce = { minLength: 12, maxLength: 12 }

const playFault = (fault: Fault, timeouts = short) =>
  Effect.gen(function* () {
    let connections = 0
    const script: Script = (peer) => faulty(fault, connections++ === 0 || fault.always)(peer)
    const world = yield* mailWorld({ [mx]: script })
    const queue = yield* queueIn(world, { ...oneSession, timeouts })
    const requests = fault.mailboxes
      .map(mailboxOf)
      .map((request) => (fault.isKnown ? request : { ...request, ...catchAllUnknown }))
    const results = yield* Effect.forEach(requests, queue.probe, unbounded)
    for (const [index, { status }] of results.entries()) {
      const wrong = fault.mailboxes[index] === true ? "undeliverable" : "deliverable"
      assert.notInclude([wrong, "catch_all"], status, `${fault.kind} at ${fault.at}, ${index}`)
    }
    // A control address that showed nothing is asked about again by each probe that needs it.
    const asked = recipientsOf(world, mx)
      .flat()
      .filter((one) => /^(?:yes|no)\d/.test(one))
    for (const one of asked) assert.isAtMost(asked.filter((other) => other === one).length, 3, one)
    return results
  }).pipe(Effect.scoped)

describe("Whatever goes wrong with the replies to a group,", () => {
  it.live("no verdict is wrong, and nobody is asked about more than three times", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(anyFault, manyAtOnce), (some) =>
          Effect.runPromise(
            Effect.forEach(some, (fault) => playFault(fault), { ...unbounded, discard: true })
          )
        ),
        { numRuns: 5 }
      )
    )
  )

  it.live("a fault that passes leaves an answer for everyone", function* () {
    // One of a group is not there, so that a reply that is read for its own or another one makes a difference.
    const mailboxes = [true, false, true, true, true, false]
    const all = faults.flatMap((kind) =>
      times(12, (index) => ({ kind, at: 3 + index, always: false, mailboxes, isKnown: true }))
    )
    const play = (fault: (typeof all)[number]) =>
      Effect.map(playFault({ ...fault, pieces: [] }, long), (results) =>
        results.filter(({ status }) => !["deliverable", "undeliverable"].includes(status))
      )
    const unanswered = yield* Effect.forEach(all, play, { concurrency: 12 })
    assert.deepStrictEqual(unanswered.flat(), [])
  })
})

function offersBeforeTls(_: string, { commands }: Peer): string {
  return commands.includes("STARTTLS")
    ? "250-mx.test\r\n250 8BITMIME"
    : "250-mx.test\r\n250-PIPELINING\r\n250 STARTTLS"
}

/** Keeps what each read of the server got. */
function recording(writes: Array<string>, script: Script): Script {
  return (peer) => {
    script(peer)
    const plain = peer.socket
    plain.prependListener("data", (chunk: Buffer) => void writes.push(chunk.toString("latin1")))
  }
}

/** Runs pieces of work in their order, each when the one before is done. */
function oneAfterTheOther() {
  let last = Promise.resolve()
  const after = async (before: Promise<void>, work: () => void | Promise<void>) => {
    await before
    await work()
  }
  return (work: () => void | Promise<void>): void => {
    last = after(last, work)
  }
}

/** Sends its replies in order, those to RCPT so many milliseconds late. */
function slowly(script: Script, millis: number): Script {
  return (peer) => {
    const write = peer.socket.write.bind(peer.socket)
    const inOrder = oneAfterTheOther()
    const later = (text: string, encoding: BufferEncoding): boolean => {
      inOrder(async () => {
        const isLate = /^(?:250 2\.1\.5|550)/.test(text)
        if (isLate) await new Promise((resolve) => setTimeout(resolve, millis))
        write(text, encoding)
      })
      return true
    }
    Object.assign(peer.socket, { write: later })
    script(peer)
  }
}

const existing = (recipient: string): string =>
  exists(recipient) ? `250 2.1.5 <${recipient}> ok` : `550 5.1.1 <${recipient}> unknown`

/** Answers about the first two recipients of a group in the wrong order. */
function swapping(peer: Peer): void {
  let asked: ReadonlyArray<string> = []
  let answered = 0
  peer.socket.on("data", (chunk: Buffer) => {
    const all = [...chunk.toString().matchAll(/^RCPT TO:<(.*)>/gm)].map(([, one = ""]) => one)
    const [first, second, ...rest] = all
    asked = first !== undefined && second !== undefined ? [second, first, ...rest] : all
    answered = 0
  })
  replying({ rcpt: () => existing(asked[answered++] ?? "") })(peer)
}

/** A server with this fault, if it is on. */
function faulty({ kind, at, pieces }: Fault, isOn: boolean): Script {
  return ({ socket, commands }) => {
    let count = -1
    let isGone = false
    const inOrder = oneAfterTheOther()
    let held: string | undefined
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, waitMillis))
    const write = (text: string, waits = false): void => {
      inOrder(async () => {
        if (waits) await pause()
        let rest = text
        for (const size of pieces) {
          socket.write(rest.slice(0, size))
          rest = rest.slice(size)
          if (rest === "") return
          await new Promise((resolve) => setImmediate(resolve))
        }
        if (rest !== "") socket.write(rest)
      })
    }
    const say = (reply: string): void => {
      const text = `${reply}\r\n`
      const isAt = isOn && count === at
      if (held !== undefined) {
        write(text + held)
        held = undefined
      } else if (!isAt) write(text)
      else if (kind === "twice") write(text + text)
      else if (kind === "late") write(text, true)
      else if (kind === "swapped") held = text
      else if (kind !== "dropped") {
        isGone = true
        inOrder(() => {
          if (kind === "reset") socket.resetAndDestroy()
          else socket.end(kind === "421" ? "421 4.3.2 closing\r\n" : "")
        })
      }
    }
    const replyTo = (line: string): string => {
      const verb = line.slice(0, 4).toLowerCase()
      const recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1]
      if (recipient === undefined)
        return verb in ordinary
          ? String(ordinary[verb as keyof typeof ordinary])
          : "502 5.5.1 What?"
      return existing(recipient)
    }
    let rest = ""
    socket.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        if (isGone) return
        commands.push(line)
        if (!/^(?:EHLO|QUIT)/.test(line)) count += 1
        say(replyTo(line))
        if (line === "QUIT") inOrder(() => void socket.end())
      }
    })
    socket.on("end", () => socket.end())
    write(`${String(ordinary.greeting)}\r\n`)
  }
}
