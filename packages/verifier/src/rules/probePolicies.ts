/**
 * How to ask a provider, and what its acceptance is worth, by suffix of the mail host. Limits stay
 * well below what the provider lets senders do: none of our conversations ever brings a message.
 */
import { Duration } from "effect"

import { hostTable } from "../hostTable.ts"
import { startsPerSecondMax } from "../mx/limits.ts"
import { conversationsPerGroupMax, recipientsMax } from "../smtp/limits.ts"
import { mailProviders } from "./mailProviders.ts"

export interface ProbePolicy {
  /**
   * What "250" to RCPT proves. `honest`: a mailbox. `conceals`: nothing, ever. `open`: what the
   * control question makes of it. `gateway`: the same, but who takes all does so for somebody else.
   */
  readonly acceptance: "honest" | "open" | "gateway" | "conceals"
  /** The question about a made-up address: in the same conversation, in one of its own, or never. */
  readonly control: "same" | "apart" | "never"
  /** For RCPT, where the provider asks somebody else before it answers. */
  readonly rcptWait?: Duration.Duration
  /** Per conversation. */
  readonly recipientsMax: number
  /** At once, to all hosts of the provider. */
  readonly conversationsMax: number
  /** Starts of conversations, to all hosts of the provider: the pace at the start, never exceeded. */
  readonly startsPerSecond: number
  /** After "not so fast". */
  readonly pause: Duration.Duration
}

interface ProbePolicyRow extends Partial<ProbePolicy> {
  readonly id: string
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

/** For those who let senders have two to four connections (KumoMTA), half of those that have more. */
const slowStartsPerSecond = 0.5

/** A rest that every throttle we know of forgives. */
const pauseDefault = Duration.minutes(15)

export const ordinaryPolicy: ProbePolicy = {
  acceptance: "open",
  control: "same",
  recipientsMax,
  conversationsMax: conversationsPerGroupMax,
  startsPerSecond: startsPerSecondMax,
  pause: pauseDefault
}

const kumo = "KumoMTA shaping.toml (Apache-2.0), 2026: limits for senders"
const gateways = "the gateway's documentation: recipient verification is each customer's choice"

export const probePolicies: ReadonlyArray<ProbePolicyRow> = [
  {
    id: "google",
    hosts: ["gmail-smtp-in.l.google.com"],
    acceptance: "honest",
    control: "never",
    source: `${kumo}; Gmail help: every address is one person's, none is a catch-all`
  },
  {
    id: "microsoft365",
    hosts: ["mail.protection.outlook.com", "mx.microsoft", "mail.eo.outlook.com"],
    // Two recipients of different regions in one conversation are answered "451 4.4.4 ATTR1".
    control: "apart",
    recipientsMax: 5,
    source: `${kumo}; Microsoft Learn: accepted domains, directory-based edge blocking`
  },
  {
    id: "outlook_consumer",
    hosts: ["olc.protection.outlook.com"],
    acceptance: "honest",
    control: "never",
    recipientsMax: 5,
    pause: Duration.minutes(30),
    source: `${kumo}; Outlook.com sender policies: namespace mining is forbidden`
  },
  {
    id: "yahoo",
    hosts: ["yahoodns.net"],
    acceptance: "conceals",
    control: "never",
    pause: Duration.hours(2),
    source: `${kumo}; Yahoo takes every RCPT and refuses after DATA`
  },
  {
    id: "yahoo_japan",
    hosts: ["mail.yahoo.co.jp"],
    acceptance: "conceals",
    control: "never",
    conversationsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    pause: Duration.hours(2),
    source: `${kumo}; reported to conceal like Yahoo`
  },
  {
    id: "proton",
    hosts: ["protonmail.ch"],
    acceptance: "conceals",
    control: "never",
    source: "reports conflict, so that only its refusals count"
  },
  {
    id: "apple",
    hosts: ["mail.icloud.com"],
    recipientsMax: 5,
    source: `${kumo}: 5 messages per connection; custom domains may be catch-alls`
  },
  {
    id: "gmx",
    hosts: ["gmx.net", "web.de", "mail.com"],
    acceptance: "honest",
    control: "never",
    recipientsMax: 5,
    startsPerSecond: slowStartsPerSecond,
    source: `${kumo}; GMX postmaster: unknown recipients count against the sender, so half the pace`
  },
  {
    id: "ionos",
    hosts: ["kundenserver.de"],
    recipientsMax: 5,
    startsPerSecond: slowStartsPerSecond,
    source: `${kumo}; same operator and pace as GMX, but domains of customers`
  },
  {
    id: "qq",
    hosts: ["mx1.qq.com", "mx2.qq.com", "mx3.qq.com"],
    acceptance: "honest",
    control: "never",
    recipientsMax: 4,
    conversationsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    pause: Duration.hours(1),
    source: kumo
  },
  {
    id: "netease",
    hosts: ["mxmail.netease.com"],
    acceptance: "honest",
    control: "never",
    recipientsMax: 4,
    conversationsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    source: kumo
  },
  {
    id: "orange",
    hosts: ["smtp-in.orange.fr"],
    acceptance: "honest",
    control: "never",
    conversationsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    source: `${kumo}; Orange postmaster: two connections per sender`
  },
  {
    id: "comcast",
    hosts: ["comcast.net"],
    acceptance: "honest",
    control: "never",
    source: `${kumo}; Comcast postmaster: 550 5.1.1 not our customer`
  },
  {
    id: "mimecast",
    hosts: ["mimecast.com", "mimecast.co.za", "mimecast-offshore.com"],
    acceptance: "gateway",
    pause: Duration.minutes(30),
    source: `${gateways}; ${kumo}`
  },
  {
    id: "n_able",
    hosts: ["antispamcloud.com"],
    acceptance: "gateway",
    // It calls the customer's server for each RCPT, and may take 30 s to answer.
    control: "never",
    rcptWait: Duration.seconds(45),
    conversationsMax: 1,
    source: "reports of 30 s per RCPT by callers; a second one would not fit into the time"
  }
]

const rowOf = hostTable(probePolicies)
const providerOf = hostTable(mailProviders)

/** Id of the provider, as far as the name of the host tells. */
export const providerIdOf = (host: string): string | undefined => providerOf(host)?.id

/** Of a gateway without a row: whoever pays for filtering may check recipients elsewhere. */
const gatewayPolicy: ProbePolicy = { ...ordinaryPolicy, acceptance: "gateway" }

export const probePolicyOf = (host: string): ProbePolicy => ({
  ...(providerOf(host)?.kind === "gateway" ? gatewayPolicy : ordinaryPolicy),
  ...rowOf(host)
})
