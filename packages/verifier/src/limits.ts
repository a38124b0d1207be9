/** Every bound of the verifier, with its unit and its reason. */
import { Duration } from "effect"

/** RFC 5321 §4.5.3.1.3 allows a path of 256 octets; its two angle brackets are not address. */
export const addressOctetsMax = 254

/** RFC 5321 §4.5.3.1.1. */
export const localPartOctetsMax = 64

/** RFC 1035 §2.3.4. */
export const labelOctetsMax = 63

/** RFC 1035 §2.3.4: 255 octets on the wire are 253 characters of text. */
export const hostNameOctetsMax = 253

/** A fast answer may take 5 s, all included; what is not known by then is left unanswered. */
export const answerWaitMax = Duration.millis(4_800)

/** Less than `answerWaitMax`, so that what DNS has said by then is kept; the rest is unanswered. */
export const learnWaitMax = Duration.millis(4_500)

/**
 * One DNS question with all its retries. Less than `learnWaitMax`, so that a dead name server is
 * known as such in time, and leaves time for the next question.
 */
export const questionWaitMax = Duration.millis(2_800)

/**
 * A lost packet costs a second. In milliseconds, for c-ares, which checks its clock once a second
 * and doubles the wait on each try unless told not to.
 */
export const tryWaitMillis = 1_000

/** The third try still finds an answer that the second question made the server look for. */
export const triesMax = 3

/**
 * Questions in flight per process. Measured on loopback: with 2,000 at once UDP packets are lost
 * and look like dead domains; with 100 a resolver answers 27,000 questions a second.
 */
export const questionsAtOnceMax = 128

/** c-ares gives no TTL for MX and TXT. Five minutes is the lower end of what zones publish. */
export const foundLifetime = Duration.minutes(5)

/** RFC 2308 §5 lets a zone say hours; a customer who has just fixed a zone wants a minute. */
export const absentLifetime = Duration.seconds(60)

/** RFC 2308 §7.1 allows up to 5 minutes. Short: a failure is free of charge and gets retried. */
export const failureLifetime = Duration.seconds(5)

/**
 * A lifetime is cut by up to this part of itself, by the name that it is about: what was learnt in
 * one burst does not have to be asked again in one.
 */
export const lifetimeJitter = 0.1

/** About 1 kB each; a bulk file of 1,000,000 rows has around 100,000 domains. */
export const domainsKeptMax = 100_000

/** Fewer: only single checks ask for what changes no verdict. About 0.5 kB each. */
export const contextsKeptMax = 20_000

/**
 * Per record type, about 0.5 kB each. What a domain's own records say is kept above; these are for
 * the mail hosts that many domains share, and for a domain of which not all has been answered yet.
 */
export const answersKeptMax = 5_000

/** RFC 5321 §5.1 lets a sender limit the hosts it tries. Real domains have up to about ten. */
export const mailHostsMax = 16

/** RFC 7208 §3.4 wants SPF below 450 characters; what is longer than this is kept cut. */
export const policyRecordCharsMax = 4_096
