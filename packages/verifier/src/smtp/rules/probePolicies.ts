/**
 * Policies that say how to probe a provider and how much its acceptance is worth, by suffix of the mail host.
 * Limits stay well below those for senders, because none of our sessions ever delivers a message.
 */
import { Duration } from "effect"

import { mailProviders } from "../../dns/rules/mailProviders.ts"
import { microsoft365Hosts, outlookConsumerHosts } from "../../dns/rules/microsoftHosts.ts"
import { hostTable } from "../../lists/hostTable.ts"
import { connectionsPerGroupMax, recipientsMax, startsPerSecondMax } from "../limits.ts"

export interface ProbePolicy {
  /**
   * What "250" to RCPT proves. `honest`: there is a mailbox. `conceals`: it never proves anything. `open`: it
   * depends on the control probe. `gateway`: like `open`, but one that accepts all does so for a server behind it.
   */
  readonly acceptance: "honest" | "open" | "gateway" | "conceals"
  /** Where the control probe is made: in the same session, in one of its own, or never. */
  readonly control: "same" | "apart" | "never"
  /** The timeout of RCPT, if the provider asks another server before it answers. */
  readonly rcptTimeout?: Duration.Duration
  /** The most recipients per session. */
  readonly recipientsMax: number
  /**
   * What may be sent together where the server offers it: the commands about some `recipients`, those about one
   * `recipient` where the provider counts unknown recipients harshly, or none.
   */
  readonly pipelining: "recipients" | "recipient" | "never"
  /** Connections that may be open at once, to all hosts of the provider. */
  readonly connectionsMax: number
  /** Connections started per second to all hosts of the provider. The pace begins with this and never exceeds it. */
  readonly startsPerSecond: number
  /** How long a pause lasts after "not so fast" or refusals. */
  readonly pause: Duration.Duration
  /** Whether it refuses clients over IPv6 that it takes over IPv4, such as those without PTR record or SPF. */
  readonly refusesIpv6?: boolean
}

interface ProbePolicyRow extends Partial<ProbePolicy> {
  readonly id: string
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

/** The pace for providers that allow senders two to four connections (KumoMTA): half of the ordinary one. */
const slowStartsPerSecond = 0.5

/** The ordinary pause. Every throttle that we know of has ended by then. */
const pauseDefault = Duration.minutes(15)

export const ordinaryPolicy: ProbePolicy = {
  acceptance: "open",
  control: "same",
  recipientsMax,
  pipelining: "recipients",
  connectionsMax: connectionsPerGroupMax,
  startsPerSecond: startsPerSecondMax,
  pause: pauseDefault
}

const kumo = "KumoMTA shaping.toml (Apache-2.0), 2026: limits for senders"
const googleIpv6 = "Gmail help: email sender guidelines, additional requirements for IPv6"
const gateways = "the gateway's documentation: recipient verification is each customer's choice"

export const probePolicies: ReadonlyArray<ProbePolicyRow> = [
  {
    id: "google",
    hosts: ["gmail-smtp-in.l.google.com"],
    acceptance: "honest",
    control: "never",
    refusesIpv6: true,
    source: `${kumo}; Gmail help: every address is one person's, none is a catch-all; ${googleIpv6}`
  },
  {
    id: "google_workspace",
    hosts: ["google.com", "googlemail.com", "smtp.goog"],
    refusesIpv6: true,
    source: googleIpv6
  },
  {
    id: "microsoft365",
    hosts: microsoft365Hosts,
    // Two recipients of different regions in one session are answered "451 4.4.4 ATTR1".
    control: "apart",
    recipientsMax: 5,
    refusesIpv6: true,
    source: `${kumo}; Microsoft Learn: accepted domains, directory-based edge blocking, anonymous inbound email over IPv6`
  },
  {
    id: "outlook_consumer",
    hosts: outlookConsumerHosts,
    acceptance: "honest",
    control: "never",
    recipientsMax: 5,
    pause: Duration.minutes(30),
    pipelining: "recipient",
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
    connectionsMax: 1,
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
    pipelining: "recipient",
    source: `${kumo}; GMX postmaster: unknown recipients count against the sender, so half the pace`
  },
  {
    id: "ionos",
    hosts: ["kundenserver.de"],
    recipientsMax: 5,
    startsPerSecond: slowStartsPerSecond,
    pipelining: "recipient",
    source: `${kumo}; same operator and pace as GMX, but domains of customers`
  },
  {
    id: "qq",
    hosts: ["mx1.qq.com", "mx2.qq.com", "mx3.qq.com"],
    acceptance: "honest",
    control: "never",
    recipientsMax: 4,
    connectionsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    pause: Duration.hours(1),
    pipelining: "recipient",
    source: kumo
  },
  {
    id: "netease",
    hosts: ["mxmail.netease.com"],
    acceptance: "honest",
    control: "never",
    recipientsMax: 4,
    connectionsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    pipelining: "recipient",
    source: kumo
  },
  {
    id: "orange",
    hosts: ["smtp-in.orange.fr"],
    acceptance: "honest",
    control: "never",
    connectionsMax: 1,
    startsPerSecond: slowStartsPerSecond,
    pipelining: "recipient",
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
    hosts: ["antispamcloud.com", "mtaroutes.com"],
    acceptance: "gateway",
    // The gateway asks the customer's server for each RCPT, and may take 30 s to answer.
    control: "never",
    rcptTimeout: Duration.seconds(45),
    connectionsMax: 1,
    pipelining: "recipient",
    source: "reports of 30 s per RCPT by callers; a second one would not fit into the time"
  }
]

const rowOf = hostTable(probePolicies)
const providerOf = hostTable(mailProviders)

/** The id of the provider, as far as the name of the host tells. */
export const providerIdOf = (host: string): string | undefined => providerOf(host)?.id

/** The id of the provider or of its policy. All its hosts share one pace. */
export const knownOperatorOf = (host: string): string | undefined =>
  providerIdOf(host) ?? rowOf(host)?.id

/** All ids that `knownOperatorOf` returns. */
export const knownOperators: ReadonlySet<string> = new Set(
  [...mailProviders, ...probePolicies].map(({ id }) => id)
)

/** The policy of a group (pacing/mailHostGroups.ts): that of any of its hosts. */
export const probePolicyOfGroup = (group: string): ProbePolicy =>
  probePolicyOf(
    [...probePolicies, ...mailProviders].find(({ id }) => id === group)?.hosts[0] ?? group
  )

/** The policy of gateways without a row: a customer of a filter may check recipients elsewhere. */
const gatewayPolicy: ProbePolicy = { ...ordinaryPolicy, acceptance: "gateway" }

export const probePolicyOf = (host: string): ProbePolicy => ({
  ...(providerOf(host)?.kind === "gateway" ? gatewayPolicy : ordinaryPolicy),
  ...rowOf(host)
})
