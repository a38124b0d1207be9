/**
 * The first of a domain's mail hosts that lets us in. A host that is down or busy is passed over for
 * the next; one that refuses us for good is not, for the next would say the same of us.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import type { CatchAll, MailHost } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Duration, Effect } from "effect"
import type { Scope } from "effect"

import type { Questions } from "../Resolver.ts"
import { questionFor } from "./askRecipient.ts"
import type { Probe } from "./askRecipient.ts"
import { readStopped } from "./conclude.ts"
import { openConversation } from "./Conversation.ts"
import type { Conversation, Stopped } from "./Conversation.ts"
import { findDoors, noDoorReasons } from "./findDoors.ts"
import type { NoDoor } from "./findDoors.ts"
import { hostsTriedMax } from "./limits.ts"
import type { Door } from "./Wire.ts"

export interface MailboxQuestion {
  readonly address: Address
  /** In order of preference. */
  readonly hosts: ReadonlyArray<MailHost>
  /** What is known before anybody is asked. */
  readonly catchAll: Fact<CatchAll>
  /** Epoch milliseconds. */
  readonly deadline: number
}

/** Where nobody let us in. */
export interface NotOpened {
  readonly door: Door
  readonly stopped: Stopped
}

/** The host is down or busy, so another one may not be. A host that says no for good has said it. */
const isElsewhereBetter = (stopped: Stopped): boolean =>
  stopped._tag === "Lost" || stopped.reply.code < 500

/** Other doors of the same host help only against a door that does not open. */
const isDoorShut = (stopped: Stopped): boolean =>
  stopped._tag === "Lost" && stopped.phase === "connect"

/** The first host that lets us in; else what the most telling one said; else why none has a door. */
export const openFirst = Effect.fnUntraced(function* (
  probe: Probe,
  { address, hosts }: Pick<MailboxQuestion, "address" | "hosts">,
  dns: Pick<Questions, "a" | "aaaa">
): Effect.fn.Return<Conversation | NotOpened | NoDoor, never, Scope.Scope> {
  const { caller, transcript } = probe
  let noDoor: NoDoor = "smtp_no_mx"
  let failed: NotOpened | undefined
  let tried = 0
  for (const { host } of hosts) {
    const left = probe.deadline - (yield* Clock.currentTimeMillis)
    if (tried === hostsTriedMax || left <= 0) break
    const doors = yield* Effect.timeoutOrElse(findDoors(dns, caller.isPublic, host), {
      duration: Duration.millis(left),
      orElse: () => Effect.succeed<NoDoor>("smtp_unavailable")
    })
    if (typeof doors === "string") {
      if (noDoorReasons.indexOf(doors) > noDoorReasons.indexOf(noDoor)) noDoor = doors
      continue
    }
    tried += 1
    for (const door of doors) {
      const question = questionFor(probe, host, print(address), false)
      const opened = yield* Effect.result(openConversation(door, caller, question))
      if (opened._tag === "Success") return opened.success
      const stopped = opened.failure
      transcript.stopped(stopped, host, false)
      if (stopped._tag === "Refused") probe.heard(readStopped(stopped, host, print(address)))
      // A reply says more than silence, and the host that is preferred more than the others.
      if (failed === undefined || (failed.stopped._tag === "Lost" && stopped._tag === "Refused")) {
        failed = { door, stopped }
      }
      if (!isElsewhereBetter(stopped)) return { door, stopped }
      if (!isDoorShut(stopped)) break
    }
  }
  return failed ?? noDoor
})
