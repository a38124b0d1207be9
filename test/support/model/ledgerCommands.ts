/** Converts the model's commands to commands of the real ledger, and its rejections to outcomes. */
import type { Rejection } from "@rcpt/domain/Credits"
import * as ledgerCommands from "@rcpt/service/ledger/commands"
import type { LedgerCommand } from "@rcpt/service/ledger/commands"

import type { Command, Outcome } from "./LedgerModel.ts"

/** The invariant that these commands do not keep: no check holds and charges such amounts. */
export const ofChecks = "I6"

export const toLedgerCommand = (command: Command): LedgerCommand => {
  const { id } = command
  switch (command.do) {
    case "grant":
      return ledgerCommands.grant({ grantId: id, credits: command.credits, reason: "top-up" })
    case "adjust":
      return ledgerCommands.adjust({
        adjustmentId: id,
        credits: command.credits,
        reason: "correction"
      })
    case "hold":
      return ledgerCommands.hold({
        holdId: id,
        credits: command.credits,
        expiresAt: command.expiresAt,
        purpose: { kind: "verification", mode: "deep" }
      })
    case "settle":
      return ledgerCommands.settle({ holdId: id, charge: command.charge })
    case "refund":
      return ledgerCommands.refund({ holdId: id, reason: "failed" })
    case "reverse":
      return ledgerCommands.reverseCharge({ holdId: id })
    case "expire":
      return ledgerCommands.expire({ holdId: id, now: command.now })
  }
}

export const outcomeOf = (rejection: Rejection): Outcome => {
  switch (rejection._tag) {
    case "InsufficientCredits":
      return `${rejection.needed} needed, ${rejection.available} available`
    case "IdReused":
      return "id reused"
    case "HoldClosed":
      return "hold closed"
    case "TooManyCredits":
      return `over the maximum with ${rejection.available}`
  }
}
