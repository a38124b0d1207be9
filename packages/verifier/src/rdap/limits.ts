/** Every bound of queries to registries, with its unit and its reason. */
import { Duration } from "effect"

/** How long a fast answer waits for the age of a domain. The look-up goes on in the background. */
export const ageWaitMax = Duration.millis(800)

/** The limit of one query, including the connection. It runs in the background: only queries behind it wait. */
export const registryWaitMax = Duration.seconds(4)

/** RDAP objects of a domain have 2 to 20 kB (RFC 9083). A server that sends much more would fill our memory. */
export const rdapOctetsMax = 256 * 1024

/** IANA's file has 100 kB for 1,200 top-level domains. */
export const bootstrapOctetsMax = 1024 * 1024

/** An answer of WHOIS has 1 to 5 kB. */
export const whoisOctetsMax = 64 * 1024

/** Redirects that are followed: from `http://` to `https://`, or to another path of the registry. */
export const redirectsMax = 2

/** Look-ups that run or wait in a process, about 1 kB each. Above it, a domain is not looked up. */
export const lookUpsMax = 1_000

/** A query that would wait longer is not made, but tried again with the domain's next address. */
export const queueWaitMax = Duration.minutes(10)

/**
 * Queries to one registry. Its rules say "reasonable use" or name a few thousand per hour; one a
 * second, five of them at once after a rest, has stayed within every limit that we know of.
 */
export const registryPace = { every: Duration.seconds(1), burst: 5 }

/** `RCPT_RDAP_URL` is a server of the operator, who knows how much it can take. */
export const ownServerPace = { every: Duration.millis(20), burst: 100 }

/** The pause after "too many requests" without a time to wait. */
export const pauseDefault = Duration.minutes(15)

/** A longer wait is a mistake or a ban. One query an hour is harmless in both cases. */
export const pauseMax = Duration.hours(1)

/** After so many queries in a row without any response, the registry is down or out of our reach. */
export const failuresMax = 3
export const failurePause = Duration.minutes(10)

/** `new_domain` is about these first days, in which a cached age must not be stale. */
export const youngDaysMax = 30
export const youngLifetime = Duration.hours(24)

/** A date of registration changes only when a domain lapses and is registered again. */
export const oldLifetime = Duration.days(60)

/** Lifetime of "not registered" or "no date": the domain may be registered at any time. */
export const unregisteredLifetime = Duration.hours(1)

export const failedLifetime = Duration.minutes(10)

/** Ages that are cached in memory, about 200 octets each. */
export const agesKeptMax = 100_000

/** IANA updates its file a few times a month (RFC 9224 §8 asks to honour caches). */
export const bootstrapEvery = Duration.days(7)
export const bootstrapRetry = Duration.hours(1)
