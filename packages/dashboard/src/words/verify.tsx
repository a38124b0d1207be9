/** The words of the check of one address. */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("verify", {
  title: "Verify",
  lead: "Check whether an address can receive email, and why.",
  readOnly: "Your role is read-only: you cannot verify addresses.",
  /** The sentence that is read out when the answer arrives. */
  spoken: (status: string, score: number, credits: string) =>
    `${status}, score ${score} of 100. ${credits} charged.`,
  form: {
    label: "Verify an address",
    address: "Email address",
    placeholder: "name@example.com",
    blank: "Enter an email address.",
    mode: "Mode",
    fastHint: "Checks syntax, DNS and lists in a moment. The mail server is not contacted.",
    deepHint:
      "Also asks the recipient's mail server, without sending mail. Takes a few seconds or longer.",
    verify: "Verify",
    cost: "Cost:"
  },
  price: {
    fast: `${creditsOf(heldFor.fast)}, or 0 if the verdict is unknown.`,
    deep:
      `${creditsOf(heldFor.deep)} if the mail server gives an answer about the mailbox, ${heldFor.fast} if it does not, 0 if the ` +
      `verdict is unknown. ${creditsOf(heldFor.deep)} are held until the check ends.`,
    sandbox: "0 credits: this is a sandbox address."
  },
  samples: {
    title: "Try one for free",
    reference: "API reference",
    lead: (reference: ReactNode) =>
      inline`Sandbox addresses always return the result in their name and cost no credits. The ${reference} lists all of them.`,
    result: (mode: string, result: string) => `${mode}: ${result}`,
    valid: "no problems found",
    disposable: "a disposable address",
    did_you_mean: "a likely typo",
    dns_error: "DNS fails, so the verdict is unknown",
    mailbox_not_found: "the mailbox does not exist",
    catch_all: "the mail server accepts every address"
  },
  waiting: {
    fast: "Checking the address.",
    deep: "Asking the mail server.",
    long: "This can take a while. You can leave the page, and the check continues."
  },
  notVerified: {
    title: "Not verified in this session",
    action: "Verify now",
    text: (email: ReactNode) =>
      inline`Loading this page never starts a check or charges credits, and results are not stored in the browser. The cost of verifying ${email} is shown above.`
  },
  /** Offered in place of a check where the text is not one address. */
  meant: {
    one: "Did you mean this address?",
    oneText: (email: ReactNode) => (
      <>Only {email} is an address in what you entered. Nothing was checked or charged.</>
    ),
    verify: "Verify this address",
    several: (count: number) => `${whole(count)} addresses`,
    severalText:
      "This page verifies one address at a time. A list verifies all of them, and shows the price first. Nothing was checked or charged.",
    makeList: "Make a list of them",
    asTyped: "Verify the text as it is"
  },
  stored: {
    activity: "activity",
    text: (at: ReactNode, activity: ReactNode) =>
      inline`This is the answer of ${at}, from your ${activity}. Nothing was checked or charged now.`
  },
  errors: {
    tooFewCredits: {
      /** `held` and `available` have their unit. */
      fast: (held: string, available: string, isOne: boolean) =>
        `Not enough credits: a fast check holds ${held}, but only ${available} ${isOne ? "is" : "are"} available.`,
      deep: (held: string, available: string, isOne: boolean) =>
        `Not enough credits: a deep check holds ${held}, but only ${available} ${isOne ? "is" : "are"} available.`
    },
    verifyFast: `Verify in fast mode for ${creditsOf(heldFor.fast)}`,
    lost: "Trying again returns the same check, which is charged only once.",
    notCharged: "Nothing was charged."
  },
  verdict: {
    score: "Score",
    /** The text after the number. */
    of100: "of 100",
    didYouMean: (address: ReactNode) => <>Did you mean {address}</>,
    why: "Why",
    mode: "Mode",
    duration: "Duration",
    checked: "Checked",
    charged: "Charged",
    again: "Verify again"
  },
  background: {
    title: "Background",
    normalized: "Normalized",
    provider: "Mail provider",
    servers: "Mail servers",
    age: "Domain age",
    days: (days: number) => (days === 1 ? "1 day" : `${days} days`),
    years: (years: number, days: number) =>
      `${years === 1 ? "1 year" : `${years} years`} (${whole(days)} days)`,
    spf: "SPF record",
    dmarc: "DMARC record",
    dmarcPolicy: "DMARC policy",
    blocklists: "Blocklists",
    catchAll: "Catch-all confidence",
    confidence: (of100: number) => `${of100} of 100 that the mailbox exists`
  },
  api: {
    title: "Use the API",
    key: "API key",
    lead: (key: ReactNode, variable: ReactNode) =>
      inline`The same check with curl, with your ${key} in ${variable}. It costs the same as here.`,
    response: "Response (JSON)"
  },
  history: {
    title: "This session",
    lead: "Opening one of these again is free. Reloading the page clears this list; all charges stay in the ledger.",
    caption: "Checks of this session, newest first",
    address: "Address",
    mode: "Mode",
    verdict: "Verdict",
    score: "Score",
    charged: "Charged",
    when: "When",
    failed: "Not verified",
    pending: "Verifying"
  }
})
