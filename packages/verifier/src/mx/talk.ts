/**
 * One conversation with one mail host, from its first question to the last that it may be asked. It
 * gives each answer as soon as it has it, then looks for the next question that fits.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked } from "@rcpt/domain/Smtp"
import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import { probePolicyOf } from "../rules/probePolicies.ts"
import { askRecipient } from "../smtp/askRecipient.ts"
import type { Probe } from "../smtp/askRecipient.ts"
import { readStopped } from "../smtp/conclude.ts"
import type { Conversation } from "../smtp/Conversation.ts"
import { openFirst } from "../smtp/openFirst.ts"
import { askControl, controlFor } from "./control.ts"
import type { Control } from "./control.ts"
import type { Entry } from "./Entry.ts"
import { nothingKnown } from "./Heard.ts"
import { probeOf, settle } from "./TalkContext.ts"
import type { TalkContext, TalkOptions } from "./TalkContext.ts"
import type { Talk, Ticket } from "./Ticket.ts"

/** One question; returns the other one that has to be asked somewhere else. */
const serve = Effect.fnUntraced(function* (
  context: TalkContext,
  conversation: Conversation,
  ticket: Ticket,
  probe: Probe,
  isFirst: boolean
): Effect.fn.Return<Control | undefined> {
  const target = yield* askRecipient(probe, conversation, print(ticket.question.address), false)
  // It broke, or was ended, for what was asked before: that is no answer to this question.
  const broke = !isFirst && conversation.isOver() && (target.reply?.code ?? 400) >= 400
  if (broke && !ticket.wasReturned && context.now() < ticket.deadline) {
    context.show(probe.transcript)
    context.desk.giveBack(ticket)
    return undefined
  }
  const control = yield* controlFor(context, ticket, probe, target, conversation)
  if (control === undefined) return undefined
  const policy = probePolicyOf(conversation.door.host)
  const fits = policy.control === "same" && conversation.asked() < policy.recipientsMax
  if (!fits) return control
  yield* Effect.scoped(askControl(context, control, conversation))
  return undefined
})

const meet = ({ talk, caller, now }: TalkContext, ticket: Ticket): void =>
  ticket.meet(talk, now(), Duration.toMillis(caller.waits.whole))

const nextFor = (
  { desk }: TalkContext,
  conversation: Conversation
): Effect.Effect<Ticket | undefined> =>
  Effect.suspend(() => {
    const { host } = conversation.door
    const isDone =
      conversation.isOver() || conversation.asked() >= probePolicyOf(host).recipientsMax
    if (isDone) return Effect.undefined
    const ticket = desk.next(host)
    return ticket === undefined ? desk.linger(host) : Effect.succeed(ticket)
  })

const converse = Effect.fnUntraced(function* (
  context: TalkContext,
  first: Ticket
): Effect.fn.Return<Control | undefined, never, Scope.Scope> {
  meet(context, first)
  const { address, hosts } = first.question
  const { domain } = address
  let probe = probeOf(context, { domain, deadline: first.deadline }, true)
  const opened = yield* openFirst(probe, { address, hosts }, context.dns)
  if (typeof opened === "string") {
    first.settle(notChecked(opened))
    return undefined
  }
  if ("stopped" in opened) {
    const target = readStopped(opened.stopped, opened.door.host, print(address))
    settle(context, first, probe, target, false)
    // A refusal was told when it was heard; silence counts once, however many hosts are silent.
    if (opened.stopped._tag === "Lost") probe.heard(target)
    return undefined
  }
  let apart = yield* serve(context, opened, first, probe, true)
  while (apart === undefined) {
    const ticket = yield* nextFor(context, opened)
    if (ticket === undefined) break
    if (ticket.isGone) continue
    meet(context, ticket)
    probe = probeOf(context, { ...ticket.question.address, deadline: ticket.deadline }, false)
    apart = yield* serve(context, opened, ticket, probe, false)
  }
  return apart
})

/** Ends by itself, and leaves nobody without an answer who waits for one. */
export const haveTalk = Effect.fnUntraced(function* (
  options: TalkOptions,
  entry: Entry,
  talk: Talk,
  first: Ticket
) {
  const context: TalkContext = { ...options, entry, talk, flights: [] }
  yield* Effect.scoped(converse(context, first)).pipe(
    Effect.flatMap((apart) =>
      apart === undefined ? Effect.void : Effect.scoped(askControl(context, apart, undefined))
    ),
    Effect.catchDefect((defect) => Effect.logError("A conversation broke off.", defect)),
    Effect.ensuring(
      Effect.sync(() => {
        entry.giveBack()
        for (const flight of context.flights) context.controls.end(flight, nothingKnown)
        talk.ticket?.settle(notChecked("smtp_unavailable"))
      })
    )
  )
})
