/** The price of a check, shown before it starts. */
import { isSandbox } from "../api/sandbox.ts"
import type { Mode, VerifyRequest } from "./verifyRequest.ts"

/** Credits held before a check starts: the most that it can cost. */
export const heldFor: Readonly<Record<Mode, number>> = { fast: 1, deep: 5 }

const prices: Readonly<Record<Mode, string>> = {
  fast: "1 credit, or 0 if the verdict is unknown.",
  deep:
    "5 credits if the mail server gives an answer about the mailbox, 1 if it does not, 0 if the " +
    "verdict is unknown. 5 credits are held until the check ends."
}

export const priceOf = ({ email, mode }: VerifyRequest): string =>
  isSandbox(email) ? "0 credits: this is a sandbox address." : prices[mode]
