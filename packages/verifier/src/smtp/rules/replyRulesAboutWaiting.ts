/** Rules for replies that only say "not yet": greylisting, and servers that ask another one first. */
import type { ReplyRule } from "../ReplyRule.ts"

export const replyRulesAboutWaiting: ReadonlyArray<ReplyRule> = [
  {
    id: "greylist-word",
    text: /gr[ea]y[ -]?list|grey\.rbl/i,
    means: "greylisted",
    source: "Postgrey: 450 4.2.0 Greylisted; Barracuda: greylisted for 5 minutes"
  },
  {
    // This comes before all words about us: the reply may continue with "connection refused", said of the host
    // behind. A 5xx of that host stays a refusal, which the rules below read.
    id: "verification-pending",
    code: /^4/,
    text: /address verification in progress|recipient address rejected: unverified address: (?!host .{0,300}? said: 5)/i,
    means: "greylisted",
    source: "Postfix ADDRESS_VERIFICATION_README: 450 4.1.1; Postfix 3.7 in test/interop"
  },
  {
    id: "postscreen",
    code: /^450$/,
    enhanced: /^4\.3\.2$/,
    text: /service currently unavailable/i,
    means: "greylisted",
    source: "Postfix POSTSCREEN_README, tests after the greeting: a client that retries is let in"
  },
  {
    // The reason of the host behind is lost, and may have been about Exim itself. A control probe
    // does not help either: Exim repeats a remembered failure in the same words for every address.
    id: "remembered-callout",
    text: /previous \(cached\) callout verification failure/i,
    means: "notUnderstood",
    source: "Exim specification §44.45, caching of callout results; Exim 4.96 in test/interop"
  }
]
