/**
 * What each tool says about the lab's sample mailboxes in deep mode, beside what the lab's scripts
 * define. The truth is taken from the samples' results at the mail server, which the service's own
 * tests hold it to: that it agrees with them is no news, that others do is.
 */
import { deepSamples } from "@rcpt/lab/deepSamples"
import type { DeepSample } from "@rcpt/lab/deepSamples"
import { Effect } from "effect"

import { open, send } from "../httpLoad.ts"
import type { Tool, Verdict } from "./Tool.ts"

/** `hidden`: the server or the name server does not tell, so that only `unknown` is no guess. */
export type Truth = "exists" | "absent" | "hidden"

/** The reply is about too much mail for this mailbox, so it exists, whatever rcpt makes of it. */
const flooded = "flood@gmail.com"

/**
 * `undefined`: a matter of policy instead of fact, so it is left out of the comparison: a full
 * mailbox, a mail host with a private address, a disposable domain.
 */
export const truthOf = ({ address, deep }: DeepSample): Truth | undefined => {
  if (address === flooded) return "exists"
  if (deep.sub_reason === "mailbox_full" || deep.reason === "smtp_unsafe_mx") return undefined
  if (deep.smtp_status === "deliverable") return "exists"
  if (deep.smtp_status === "undeliverable") return "absent"
  if (deep.smtp_status !== "not_checked") return "hidden"
  if (deep.status === "invalid") return "absent"
  return deep.status === "unknown" ? "hidden" : undefined
}

const truths: ReadonlyArray<readonly [address: string, Truth]> = deepSamples.flatMap((sample) => {
  const truth = truthOf(sample)
  return truth === undefined ? [] : [[sample.address, truth] as const]
})

/** How many of the samples have this truth. */
export const countOf = (truth: Truth): number => truths.filter(([, one]) => one === truth).length

export interface Agreement {
  /** Of those that exist or are absent. */
  readonly right: number
  readonly wrong: number
  readonly unknown: number
  /** Of those that are hidden: a guess, valid or invalid. */
  readonly guessed: number
  /** `address: verdict`, of those that are wrong or guessed. */
  readonly mistakes: ReadonlyArray<string>
}

const expected = { exists: "valid", absent: "invalid", hidden: "unknown" } as const

/** Those that wait for a silent server take ten seconds each. */
const clients = 8

const ask = (tool: Tool): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.forEach(
    truths,
    ([address]) =>
      Effect.promise(async () => {
        const socket = open(tool.port)
        const { body } = await send(socket, tool.request(address, "deep"))
        socket.destroy()
        return [address, Buffer.from(body, "latin1").toString("utf8")] as const
      }),
    { concurrency: clients }
  ).pipe(Effect.map((answers) => new Map(answers)))

const compare = (verdicts: ReadonlyMap<string, Verdict>): Agreement => {
  const counts = { right: 0, wrong: 0, unknown: 0, guessed: 0 }
  const mistakes: Array<string> = []
  for (const [address, truth] of truths) {
    const verdict = verdicts.get(address) ?? "unknown"
    const isRight = verdict === expected[truth]
    if (!isRight && verdict !== "unknown") mistakes.push(`${address}: ${verdict}`)
    if (truth === "hidden") counts.guessed += isRight ? 0 : 1
    else if (isRight) counts.right += 1
    else if (verdict === "unknown") counts.unknown += 1
    else counts.wrong += 1
  }
  return { ...counts, mistakes }
}

/** One agreement for each way to read the answers. */
export const agreementsOf = (
  tool: Tool,
  readings: ReadonlyArray<(body: string) => Verdict>
): Effect.Effect<ReadonlyArray<Agreement>> =>
  Effect.map(ask(tool), (answers) =>
    readings.map((read) =>
      compare(new Map([...answers].map(([address, body]) => [address, read(body)])))
    )
  )
