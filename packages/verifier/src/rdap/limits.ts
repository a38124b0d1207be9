/** Every bound of asking a registry, with its unit and its reason. */
import { Duration } from "effect"

/** What a fast answer may wait for the age of a domain; the look-up goes on behind it. */
export const ageWaitMax = Duration.millis(800)

/** One exchange with a registry, connecting included. Behind the answer, so only a line waits. */
export const registryWaitMax = Duration.seconds(4)

/** RFC 9083 objects of a domain are 2 to 20 kB; whoever sends more wants our memory. */
export const rdapOctetsMax = 256 * 1024

/** IANA's file has 100 kB for 1,200 top-level domains. */
export const bootstrapOctetsMax = 1024 * 1024

/** An answer of WHOIS has 1 to 5 kB. */
export const whoisOctetsMax = 64 * 1024

/** From `http://` to `https://`, or to a path of the registry's own. */
export const redirectsMax = 2

/** Domains under way or in line, per process, about 1 kB each. The next one is simply not asked. */
export const lookUpsMax = 1_000

/** A domain further back in line than this is asked when somebody wants it again. */
export const turnWaitMax = Duration.minutes(10)

/**
 * Questions to one registry. Its rules say "reasonable use" or name a few thousand per hour; one a
 * second, five of them at once after a rest, has stayed within every limit that we know of.
 */
export const registryPace = { every: Duration.seconds(1), burst: 5 }

/** `RCPT_RDAP_URL` is a server of the operator's own, who knows what it can bear. */
export const ownServerPace = { every: Duration.millis(20), burst: 100 }

/** A registry that says "too many requests" without saying for how long. */
export const pauseDefault = Duration.minutes(15)

/** Longer than this is a mistake or a ban; asking once an hour is harmless in both cases. */
export const pauseMax = Duration.hours(1)

/** Look-ups in a row that brought nothing at all: the registry is down, or out of our reach. */
export const failuresMax = 3
export const failurePause = Duration.minutes(10)

/** `new_domain` is a matter of these first days, in which nothing about an age may be stale. */
export const youngDaysMax = 30
export const youngLifetime = Duration.hours(24)

/** A date of registration changes only when a domain lapses and is registered anew. */
export const oldLifetime = Duration.days(60)

/** Nobody has registered it, or its registry does not say when: somebody may do so any time. */
export const unregisteredLifetime = Duration.hours(1)

export const failedLifetime = Duration.minutes(10)

/** About 200 octets each. */
export const agesKeptMax = 100_000

/** IANA updates its file a few times a month (RFC 9224 §8 asks to honour caches). */
export const bootstrapEvery = Duration.days(7)
export const bootstrapRetry = Duration.hours(1)
