/** Every bound of the verifier, with its unit and its reason. */
import { Duration } from "effect"

/** The longest address. A path has up to 256 octets, two of which are the angle brackets (RFC 5321 §4.5.3.1.3). */
export const addressOctetsMax = 254

/** The longest local part (RFC 5321 §4.5.3.1.1). */
export const localPartOctetsMax = 64

/** The longest label of a domain (RFC 1035 §2.3.4). */
export const labelOctetsMax = 63

/** The longest host name: 255 octets on the wire are 253 characters of text (RFC 1035 §2.3.4). */
export const hostNameOctetsMax = 253

/** A fast answer may take 5 s in total. Facts that are not known by then stay unanswered. */
export const answerWaitMax = Duration.millis(4_800)

/**
 * How long a row of a list waits for facts that are slow to learn: the age of its domain, blocklists. A query
 * to a registry takes up to 4 s, and at one a second its thirtieth domain has its turn by then.
 */
export const slowFactsWaitMax = Duration.seconds(30)

/** The limit of all DNS questions about a domain. It is below `answerWaitMax`, so that the answers so far are kept. */
export const lookupWaitMax = Duration.millis(4_500)

/**
 * The limit of one DNS question with all its retries. It is below `lookupWaitMax`, so that a dead name
 * server is noticed and the next question still has time.
 */
export const questionWaitMax = Duration.millis(2_800)

/**
 * How long an answer waits for the last of the records that no verdict depends on (MTA-STS, TLS-RPT, BIMI), once
 * everything else is known. A form waits for the answer; a record left out is there in the next one.
 */
export const policyWaitDefault = Duration.millis(150)

/** The wait for one try, in milliseconds: a lost packet costs a second. */
export const tryWaitMillis = 1_000

/** Tries per question. The third still gets the answer that the second made the resolver look up. */
export const triesMax = 3

/**
 * Questions in flight per process. Measured on loopback: with 2,000 at once UDP packets are lost
 * and look like dead domains; with 100 a resolver answers 27,000 questions a second. The receive buffer of a
 * socket holds 277 short answers by Linux' default (212,992 octets, 768 for each), and a check of a new domain asks
 * eight questions together.
 */
export const questionsAtOnceMax = 256

/** Lifetime of an answer, whatever its TTL says: zones publish five minutes and more. */
export const foundLifetime = Duration.minutes(5)

/**
 * Lifetime of "no such record". RFC 2308 §5 lets a zone say hours; a customer who has just repaired a zone
 * expects a minute.
 */
export const absentLifetime = Duration.seconds(60)

/**
 * Lifetime of a failure. RFC 2308 §7.1 allows up to 5 minutes; it is short because a failure is free and gets
 * retried.
 */
export const failureLifetime = Duration.seconds(5)

/**
 * Up to this part of a lifetime is cut off, depending on the name: what was looked up in one burst
 * does not expire in one.
 */
export const lifetimeJitter = 0.1

/** Domains whose facts are cached, about 1 kB each. A list of 1,000,000 rows has around 100,000 domains. */
export const domainsKeptMax = 100_000

/** Domains whose context is cached, about 0.5 kB each. They are fewer, because only single checks ask for it. */
export const contextsKeptMax = 20_000

/**
 * Answers that are cached per record type, about 0.5 kB each. They are for mail hosts that many domains
 * share, and for domains with a question still unanswered; the facts of a domain have their own cache
 * (`domainsKeptMax`).
 */
export const answersKeptMax = 5_000

/** Mail hosts of a domain that are looked up. RFC 5321 §5.1 allows a limit; real domains have up to about ten. */
export const mailHostsMax = 16

/** A longer policy record is cut. RFC 7208 §3.4 wants SPF below 450 characters. */
export const policyRecordCharsMax = 4_096
