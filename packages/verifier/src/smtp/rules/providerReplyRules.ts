/**
 * Rules for the replies of single providers, by suffix of the mail host. These rules come first, because the
 * general rules would misread these words.
 */
import { microsoft365Hosts, outlookConsumerHosts } from "../../dns/rules/microsoftHosts.ts"
import type { ProviderReplyRule } from "../ReplyRule.ts"

const microsoft = "Microsoft Learn: NDR error codes in Exchange Online"
const bounces = "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT)"

export const providerReplyRules: ReadonlyArray<ProviderReplyRule> = [
  {
    id: "microsoft365-edge",
    hosts: microsoft365Hosts,
    code: /^550$/,
    enhanced: /^5\.4\.1$/,
    text: /access denied/i,
    means: "mailboxMissing",
    source: `${microsoft}: 5.4.1, directory-based edge blocking`
  },
  {
    id: "microsoft365-missing",
    hosts: microsoft365Hosts,
    enhanced: /^5\.1\.10$/,
    means: "mailboxMissing",
    source: `${microsoft}: 5.1.10, recipient not found`
  },
  {
    id: "microsoft365-disabled",
    hosts: microsoft365Hosts,
    enhanced: /^5\.7\.50[45]$/,
    means: "mailboxDisabled",
    source: `${microsoft}: 5.7.504 and 5.7.505, recipient address rejected, banned recipient`
  },
  {
    id: "microsoft365-routing",
    hosts: microsoft365Hosts,
    code: /^451$/,
    text: /\b(?:ATTR|PRX)\d/,
    means: "serverTrouble",
    source: `${microsoft}: 4.4.4 ATTR, recipients of different regions in one conversation`
  },
  {
    id: "outlook-missing",
    hosts: [...outlookConsumerHosts, "hotmail.com"],
    code: /^550$/,
    enhanced: /^(?:5\.5\.0)?$/,
    text: /mailbox unavailable/i,
    means: "mailboxMissing",
    source: "Outlook.com: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)"
  },
  {
    id: "google-inactive",
    hosts: ["google.com", "googlemail.com"],
    code: /^552$/,
    enhanced: /^5\.2\.2$/,
    text: /inactive/i,
    means: "mailboxDisabled",
    source: "Google SMTP errors: 552 5.2.2, out of storage and inactive"
  },
  {
    id: "yandex-wait",
    hosts: ["mx.yandex.net", "mx.yandex.ru"],
    code: /^451$/,
    enhanced: /^4\.7\.1$/,
    means: "greylisted",
    source: "Yandex: 451 4.7.1 Service unavailable - try again later, to strangers"
  },
  {
    id: "gmx-missing",
    hosts: ["gmx.net", "web.de", "mail.com", "kundenserver.de"],
    code: /^550$/,
    // Replies about blocks begin with the same words; the reason is on the last line.
    text: /mailbox unavailable(?!.*(?:policy|postmaster\.\S+\/(?:error|case)))/i,
    means: "mailboxMissing",
    source: "GMX and WEB.DE postmaster pages: 550 Requested action not taken: mailbox unavailable"
  },
  {
    id: "qq-flooded",
    hosts: ["qq.com"],
    code: /^550$/,
    text: /mailbox unavailable or access denied/i,
    means: "rateLimited",
    source: "QQ Mail help: the recipient gets too much mail; try again later"
  },
  {
    id: "apple-missing",
    hosts: ["mail.icloud.com"],
    enhanced: /^5\.1\.1$/,
    means: "mailboxMissing",
    source: `${bounces}: 550 5.1.1, inactive email address; unknown or illegal alias`
  },
  {
    id: "laposte-closed",
    hosts: ["laposte.net"],
    text: /LPN\d+_4(?:20|26)/,
    means: "mailboxDisabled",
    source: `${bounces}: LPN007_426, the recipient account is blocked`
  },
  {
    id: "symantec-rejected",
    hosts: ["messagelabs.com"],
    code: /^542$/,
    means: "mailboxMissing",
    source: `${bounces}: 542 <address> Rejected, not in the customer's list of addresses`
  },
  {
    id: "comcast-closed",
    hosts: ["comcast.net"],
    text: /account not available/i,
    means: "mailboxMissing",
    source: "Comcast postmaster: 550 5.1.1 Account not available"
  },
  {
    id: "mimecast-wait",
    hosts: ["mimecast.com", "mimecast.co.za", "mimecast-offshore.com"],
    code: /^451$/,
    text: /internal resources? (?:are |is )?temporarily unavailable/i,
    means: "greylisted",
    source: "Mimecast community, SMTP errors: 451, greylisting of strangers"
  },
  {
    id: "trendmicro-domain",
    hosts: ["trendmicro.com", "trendmicro.eu"],
    text: /\bNO-DOMAIN\b/,
    means: "policyBlocked",
    source: "Trend Micro Email Security: the recipient's side does not allow the sender's domain"
  },
  {
    id: "proofpoint-invalid",
    hosts: ["ppe-hosted.com"],
    text: /marked as invalid/i,
    means: "mailboxMissing",
    source: "Proofpoint Essentials: User email address is marked as invalid"
  },
  {
    id: "barracuda-missing",
    hosts: ["ess.barracudanetworks.com"],
    text: /cuda_nsu/i,
    means: "mailboxMissing",
    source: "Barracuda: 550 permanent failure (cuda_nsu), no such user"
  }
]
