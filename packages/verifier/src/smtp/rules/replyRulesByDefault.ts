/** Rules for replies whose words no rule before has matched: only their codes and their phase count. */
import type { ReplyRule } from "../ReplyRule.ts"

const rfc = "RFC 5321 §4.2.2"

export const replyRulesByDefault: ReadonlyArray<ReplyRule> = [
  {
    id: "accepted",
    phases: ["rcpt"],
    code: /^25[01]$/,
    means: "accepted",
    source: `${rfc}: 250 completed, 251 will forward`
  },
  {
    id: "cannot-verify",
    phases: ["rcpt"],
    code: /^252$/,
    means: "unverified",
    source: `${rfc}: 252 cannot verify, but will accept`
  },
  {
    id: "rate-code",
    enhanced: /^4\.7\.(?:0|28|500|65[01])$|^[45]\.5\.3$|^4\.3\.2$/,
    means: "rateLimited",
    source: "RFC 3463: x.5.3, 4.3.2; Google 4.7.0, 4.7.28; Microsoft 4.7.500, 4.7.650, 4.7.651"
  },
  {
    id: "trouble-code",
    code: /^4/,
    enhanced: /^4\.[34]\./,
    means: "serverTrouble",
    source: "RFC 3463 §3.4 and §3.5: mail system, network and routing"
  },
  {
    id: "trouble-words",
    code: /^45/,
    text: /temporar\w+ (?:\S+ )?(?:error|failure|problem)|local error|service (?:not |un)available|internal error/i,
    means: "serverTrouble",
    source: `${rfc}: 451 local error in processing`
  },
  {
    id: "closing",
    code: /^421$/,
    means: "rateLimited",
    source: `${rfc}: 421 closing; in practice it says "not so fast"`
  },
  {
    id: "bare-452",
    code: /^452$/,
    means: "rateLimited",
    source: "RFC 5321 §4.5.3.1.10: 452 too many recipients"
  },
  {
    id: "bare-450-451",
    code: /^45[01]$/,
    enhanced: /^(?:4\.[27]\.\d+)?$/,
    means: "greylisted",
    source: "RFC 6647 §5: greylisting answers 450 or 451 to a sender that it has not seen"
  },
  {
    id: "other-4xx",
    isUnread: true,
    code: /^4/,
    means: "notUnderstood",
    source: `${rfc}: transient, nothing else is known`
  },
  {
    id: "policy-default",
    code: /^5/,
    enhanced: /^5\.7\./,
    refuses: true,
    means: "policyBlocked",
    source:
      "RFC 3463 §3.8: x.7.x, delivery not authorized: about the sender, where the words refuse too"
  },
  {
    id: "policy-code-alone",
    code: /^5/,
    enhanced: /^5\.7\./,
    isWordless: true,
    means: "policyBlocked",
    source: "RFC 3463 §3.8: x.7.x, delivery not authorized: about the sender"
  },
  {
    id: "host-takes-no-mail",
    phases: ["greeting"],
    code: /^521$/,
    text: /(?:not|n't) accept(?:ing)? (?:\S+ )?(?:(?:e-?)?mail|messages?)|no (?:(?:e-?)?mail|messages) (?:is |are )?accepted/i,
    means: "hostTakesNoMail",
    source: "RFC 7504 §3: 521 as the greeting of a host that never takes mail"
  },
  {
    id: "bad-command",
    code: /^50[0-4]$/,
    means: "notUnderstood",
    source: `${rfc}: syntax or order of commands`
  },
  {
    id: "refused-before-rcpt",
    phases: ["greeting", "ehlo", "starttls", "mail", "rset"],
    code: /^5/,
    means: "policyBlocked",
    source: "RFC 5321 §3.1: a server that refuses before RCPT does not know the recipient"
  },
  {
    // A control probe may still tell: if the control address gets the same reply, it is about us.
    id: "refused-unclear",
    isUnclear: true,
    code: /^5/,
    refuses: true,
    means: "notUnderstood",
    source: `${rfc}: 550 may mean missing, no access or policy, and these words do not say which`
  },
  {
    id: "code-alone",
    isUnclear: true,
    code: /^5/,
    isWordless: true,
    means: "notUnderstood",
    source: `${rfc}: 550 may mean missing, no access or policy, and there are no words`
  },
  {
    // What is not read is not told as anything, whatever the control address gets (interpretProbe.ts).
    id: "unread-refusal",
    isUnread: true,
    isUnclear: true,
    code: /^5/,
    means: "notUnderstood",
    source: `${rfc}: 550 may mean missing, no access or policy; a guess would condemn`
  },
  {
    id: "goes-on",
    code: /^[23]/,
    means: "notUnderstood",
    source: `${rfc}: no refusal, and no answer to RCPT either`
  }
]
