/** What a check costs, in words, before it costs: the price list of the interface. */
import { isSandbox } from "../api/sandbox.ts"
import type { Mode, Question } from "./Question.ts"

/** Credits set aside before the work starts: the most that it can cost. */
export const heldFor: Readonly<Record<Mode, number>> = { fast: 1, deep: 5 }

const prices: Readonly<Record<Mode, string>> = {
  fast: "1 credit; 0 if the verdict is unknown.",
  deep:
    "5 credits if the mail server tells something about the mailbox, 1 if it does not, 0 if the " +
    "verdict is unknown. 5 are held meanwhile."
}

export const priceOf = ({ email, mode }: Question): string =>
  isSandbox(email) ? "0 credits: it is an address of the sandbox." : prices[mode]
