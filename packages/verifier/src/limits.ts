/** Every bound of the verifier, with its unit and its reason. */
import { Duration } from "effect"

/** RFC 5321 §4.5.3.1.3 allows a path of 256 octets; two of them are the angle brackets. */
export const addressOctetsMax = 254

/** RFC 5321 §4.5.3.1.1. */
export const localPartOctetsMax = 64

/** RFC 1035 §2.3.4. */
export const labelOctetsMax = 63

/** RFC 1035 §2.3.4: 255 octets on the wire are 253 characters of text. */
export const hostNameOctetsMax = 253

/** A fast answer may take 5 s in total; facts that are not known by then stay unanswered. */
export const answerWaitMax = Duration.millis(4_800)

/**
 * How long a row of a list waits for facts that are slow to learn: the age of its domain, blocklists. A query
 * to a registry takes up to 4 s, and at one a second its thirtieth domain has its turn by then.
 */
export const slowFactsWaitMax = Duration.seconds(30)

/** All DNS questions about a domain. Less than `answerWaitMax`, so that the answers so far are kept. */
export const lookupWaitMax = Duration.millis(4_500)

/**
 * One DNS question with all its retries. Less than `lookupWaitMax`, so that a dead name server is
 * noticed in time and the next question still has time.
 */
export const questionWaitMax = Duration.millis(2_800)

/**
 * The wait for one try: a lost packet costs a second. In milliseconds, for c-ares, which checks its
 * clock once a second and doubles the wait on each try unless configured otherwise.
 */
export const tryWaitMillis = 1_000

/** The third try still gets the answer that the second try made the resolver look up. */
export const triesMax = 3

/**
 * Questions in flight per process. Measured on loopback: with 2,000 at once UDP packets are lost
 * and look like dead domains; with 100 a resolver answers 27,000 questions a second.
 */
export const questionsAtOnceMax = 128

/** c-ares reports no TTL for MX and TXT. Five minutes is the lower end of what zones publish. */
export const foundLifetime = Duration.minutes(5)

/** RFC 2308 §5 lets a zone say hours; a customer who has just repaired a zone expects a minute. */
export const absentLifetime = Duration.seconds(60)

/** RFC 2308 §7.1 allows up to 5 minutes. Short, because a failure is free and gets retried. */
export const failureLifetime = Duration.seconds(5)

/**
 * Up to this part of a lifetime is cut off, depending on the name: what was looked up in one burst
 * does not expire in one.
 */
export const lifetimeJitter = 0.1

/** About 1 kB each; a bulk file of 1,000,000 rows has around 100,000 domains. */
export const domainsKeptMax = 100_000

/** Fewer, because only single checks ask for records that change no verdict. About 0.5 kB each. */
export const contextsKeptMax = 20_000

/**
 * Per record type, about 0.5 kB each. The facts of a domain are cached above (`domainsKeptMax`). These
 * are for mail hosts that many domains share, and for domains with a question still unanswered.
 */
export const answersKeptMax = 5_000

/** RFC 5321 §5.1 lets a sender limit the hosts it tries. Real domains have up to about ten. */
export const mailHostsMax = 16

/** RFC 7208 §3.4 wants SPF below 450 characters; a longer record than this is cut. */
export const policyRecordCharsMax = 4_096
