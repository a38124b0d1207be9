/**
 * The first recipient of a session, asked at the first host that has a reply of its own for it. A host that
 * breaks off or is silent there, or has no time at MAIL, is passed over for the next one, as when it opens no
 * session.
 */
import { print } from "@rcpt/domain/Address"
import { Clock, Effect, Exit, Scope } from "effect"

import type { Questions } from "../dns/Questions.ts"
import { askRecipient } from "./askRecipient.ts"
import type { RcptContext } from "./askRecipient.ts"
import { connectFirst } from "./connectFirst.ts"
import type { MailboxQuery, NotConnected } from "./connectFirst.ts"
import type { RcptResult } from "./interpretProbe.ts"
import { hostsTriedMax } from "./limits.ts"
import type { NoAddress } from "./resolveMxAddresses.ts"
import type { SmtpSession } from "./SmtpSession.ts"

/** The reply of a host, and the session for more recipients. */
export interface Asked {
  readonly session: SmtpSession
  readonly target: RcptResult
}

/** The conversation ended before the host had a word for the recipient. */
const saysNothing = ({ reading: { status }, reply }: RcptResult, session: SmtpSession): boolean =>
  session.isOver() && status !== "deliverable" && (reply === undefined || reply.code < 500)

/** The first of the hosts behind the one of this session. */
const nextAfter = (hosts: MailboxQuery["hosts"], { address }: SmtpSession): number =>
  hosts.findIndex(({ host }) => host === address.host) + 1

export const askFirst = Effect.fnUntraced(function* (
  rcpt: RcptContext,
  { address, hosts }: Pick<MailboxQuery, "address" | "hosts">,
  dns: Pick<Questions, "a" | "aaaa">
): Effect.fn.Return<Asked | NotConnected | NoAddress, never, Scope.Scope> {
  const outer = yield* Effect.scope
  let next = 0
  let passedOver: Asked | undefined
  while (true) {
    const own = yield* Scope.fork(outer)
    const opened = yield* Scope.provide(
      connectFirst(rcpt, { address, hosts: hosts.slice(next) }, dns, hostsTriedMax - next),
      own
    )
    if (typeof opened === "string" || "failure" in opened) return passedOver ?? opened
    const target = yield* askRecipient(rcpt, opened, print(address), false)
    if (!saysNothing(target, opened)) return { session: opened, target }
    passedOver ??= { session: opened, target }
    next = nextAfter(hosts, opened)
    const isLate = (yield* Clock.currentTimeMillis) >= rcpt.deadline
    if (next === hosts.length || next >= hostsTriedMax || isLate) return passedOver
    yield* Scope.close(own, Exit.void)
  }
})
