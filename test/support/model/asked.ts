/** The model's commands as orders of the real ledger, and its answers in the model's words. */
import type { Rejection } from "@rcpt/domain/Credits"
import * as orders from "@rcpt/service/ledger/orders"
import type { Order } from "@rcpt/service/ledger/orders"

import type { Answer, Command } from "./LedgerModel.ts"

export const orderOf = (command: Command): Order => {
  switch (command.do) {
    case "grant":
      return orders.grant({ grantId: command.id, credits: command.credits, reason: "top-up" })
    case "adjust":
      return orders.adjust({
        adjustmentId: command.id,
        credits: command.credits,
        reason: "correction"
      })
    case "hold":
      return orders.hold({
        holdId: command.id,
        credits: command.credits,
        expiresAt: command.until,
        purpose: { kind: "verification", mode: "deep" }
      })
    case "settle":
      return orders.settle({ holdId: command.id, charge: command.charge })
    case "refund":
      return orders.refund({ holdId: command.id, reason: "failed" })
    case "withdraw":
      return orders.withdraw({ holdId: command.id })
    case "expire":
      return orders.expire({ holdId: command.id, now: command.now })
  }
}

export const refusalOf = (rejection: Rejection): Answer => {
  switch (rejection._tag) {
    case "InsufficientCredits":
      return `${rejection.needed} wanted of ${rejection.available}`
    case "OrderAltered":
      return "altered"
    case "HoldClosed":
      return "closed"
    case "TooManyCredits":
      return `too much on top of ${rejection.available}`
  }
}
