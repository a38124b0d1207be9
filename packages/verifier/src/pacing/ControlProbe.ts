/**
 * The control probe: RCPT for a control address, whose local part does not exist, if it matters whether the
 * domain is a catch-all and that is unknown. Any number of probes may wait for its result.
 */
import { createHmac } from "node:crypto"
import type { KeyObject } from "node:crypto"

import type { CatchAll } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import type { SmtpExchange } from "@rcpt/domain/Smtp"
import { Clock, Deferred, Duration, Effect } from "effect"

import { Transcript } from "../smtp/askRecipients.ts"
import type { Rcpt } from "../smtp/askRecipients.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import type { MxAddress } from "../smtp/SmtpConnection.ts"
import type { SmtpClient } from "../smtp/SmtpSession.ts"
import type { Urgency } from "./FairQueue.ts"

const consonants = "bdfgklmnprstvzhj"
const vowels = "aeio"
const syllablesPerWord = 5
/** Syllables of 6 bits each, 60 bits together: too many to hit an existing name, in all probes that we ever make. */
const syllablesCount = 2 * syllablesPerWord

const syllable = (octet: number): string =>
  consonants.charAt((octet >> 2) & 15) + vowels.charAt(octet & 3)

/**
 * The local part of a control address, one that does not exist. It looks like a real one, so that a server
 * treats both alike. Without the key it cannot be guessed, so no server can let it through on purpose.
 *
 * It is always the same for a domain. A server that greylists has to see it again, or a domain that rejects
 * unknown recipients could never show that it does.
 */
const controlLocalPart = (key: KeyObject, domain: string): string => {
  const octets = createHmac("sha256", key).update(domain).digest().subarray(0, syllablesCount)
  const syllables = [...octets].map(syllable)
  return `${syllables.slice(0, syllablesPerWord).join("")}.${syllables.slice(syllablesPerWord).join("")}`
}

/** Whether the domain is known as a catch-all, or else the server's reply about the control address. */
export interface ControlResult {
  readonly knownCatchAll: Fact<CatchAll>
  readonly control: RcptResult | undefined
  readonly transcript: ReadonlyArray<SmtpExchange>
}

export const noControlResult: ControlResult = {
  knownCatchAll: unanswered("not probed"),
  control: undefined,
  transcript: []
}

export interface ControlProbe extends Rcpt {
  readonly control: true
  readonly key: string
  readonly domain: string
  /** The host that the probe was about. */
  readonly mx: MxAddress
  readonly urgency: Urgency
  /** Whether the outcome shows if the domain is a catch-all. */
  readonly teaches: boolean
  readonly result: Deferred.Deferred<ControlResult>
}

interface ControlOptions extends Pick<ControlProbe, "domain" | "mx" | "deadline" | "urgency"> {
  /**
   * Whether an unclear refusal is compared with the reply to the control address. Then neither shows whether the
   * domain is a catch-all.
   */
  readonly comparesWords: boolean
  /** Whether `mx` is a backup host, which often takes mail for everybody and leaves the rest to the others. */
  readonly isBackup: boolean
}

/** The running control probes of one queue. */
export class ControlProbes {
  readonly #underWay = new Map<string, ControlProbe>()

  /** Joins the control probe that is under way. If there is none, the caller owns one: it has to ask and complete it. */
  join(client: SmtpClient, { comparesWords, isBackup, ...options }: ControlOptions) {
    const { domain } = options
    const key = comparesWords ? `words ${domain}` : domain
    const controlProbe = this.#underWay.get(key)
    if (controlProbe !== undefined) return { controlProbe, isOwner: false }
    const own: ControlProbe = {
      ...options,
      control: true,
      key,
      recipient: `${controlLocalPart(client.controlKey, domain)}@${domain}`,
      transcript: new Transcript(client),
      teaches: !comparesWords && !isBackup,
      result: Deferred.makeUnsafe()
    }
    this.#underWay.set(key, own)
    return { controlProbe: own, isOwner: true }
  }

  /** Completes a control probe. The first result counts; later ones are ignored. */
  complete(controlProbe: ControlProbe, result: ControlResult): void {
    if (this.#underWay.get(controlProbe.key) === controlProbe)
      this.#underWay.delete(controlProbe.key)
    Deferred.doneUnsafe(controlProbe.result, Effect.succeed(result))
  }
}

/** Waits for the result of a control probe. If the deadline comes first, that is `noControlResult`. */
export const awaitControlProbe = Effect.fnUntraced(function* (
  { result }: ControlProbe,
  deadline: number
): Effect.fn.Return<ControlResult> {
  if (Deferred.isDoneUnsafe(result)) return yield* Deferred.await(result)
  const left = Math.max(0, deadline - (yield* Clock.currentTimeMillis))
  return yield* Effect.timeoutOrElse(Deferred.await(result), {
    duration: Duration.millis(left),
    orElse: () => Effect.succeed(noControlResult)
  })
})
