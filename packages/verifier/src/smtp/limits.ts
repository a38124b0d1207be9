/** Every bound of an SMTP session, with its unit and its reason. */
import { Duration } from "effect"

/**
 * The time that each phase may take. RFC 5321 §4.5.3.2 asks a *sender* to wait 5 minutes for most of them. A
 * customer waits for us, so we give up earlier and answer "timeout".
 */
export interface SmtpTimeouts {
  readonly connect: Duration.Duration
  readonly greeting: Duration.Duration
  readonly command: Duration.Duration
  /** The wait for RSET, when the reply to RCPT has come already. */
  readonly reset: Duration.Duration
  /** A refusal that takes as long is from a tarpit: the session is not used any more. This is no limit. */
  readonly slowRefusal: Duration.Duration
  readonly tls: Duration.Duration
  /** The limit of one probe: all hosts, the control probe and every wait in between. */
  readonly total: Duration.Duration
  /** The time from QUIT until the connection is cut. No caller waits for it. */
  readonly quit: Duration.Duration
}

export const smtpTimeouts: SmtpTimeouts = {
  /** Three tries of TCP (0, 1 and 3 s later) fit; a filtered port answers none of them. */
  connect: Duration.seconds(10),
  /** Exim hosts let unknown clients wait 20 to 30 s, to see whether they talk before their turn. */
  greeting: Duration.seconds(30),
  /** Recipient look-ups behind a server take a few seconds; tarpits take all the time there is. */
  command: Duration.seconds(20),
  /** A round trip, and the second that Postfix waits after each error. */
  reset: Duration.seconds(5),
  /** Look-ups take less; Exim's and OpenBSD's tarpits start here, and take longer each time. */
  slowRefusal: Duration.seconds(5),
  /** TLS takes two or three round trips. The rest of `total` has to suffice for a second try in clear text. */
  tls: Duration.seconds(10),
  /** The setting is RCPT_SMTP_TIMEOUT. It leaves part of a caller's minute for the queue (`queueWaitMax`). */
  total: Duration.seconds(45),
  /** One round trip is enough for the reply to QUIT, which RFC 5321 §4.1.1.10 wants us to wait for. */
  quit: Duration.seconds(2)
}

/** The wait in the queue, before the session. With `total` it makes the minute that a caller waits at most. */
export const queueWaitMax = Duration.seconds(15)

/** The longest line. RFC 5321 §4.5.3.1.5 allows 512 octets; real servers append links and identifiers. */
export const lineOctetsMax = 2_048

/** The longest reply. The longest greetings that we know of are 4 kB of legal text. */
export const replyOctetsMax = 64 * 1024

/** The most lines of a reply. EHLO of a large server has about 15. */
export const replyLinesMax = 100

/**
 * Hosts of a domain that are tried. RFC 5321 §5.1 lets a sender stop after a few; a domain whose first three
 * are down is down.
 */
export const hostsTriedMax = 3

/** Open connections of this process; each is a socket and about 60 kB with TLS. */
export const connectionsMax = 500

/** Connections started per second if no row of `probePolicies` allows more. Reacher advises 60 a minute. */
export const startsPerSecondMax = 1

/** Open connections to one group of mail hosts if no row allows more, so that we stay unnoticed. */
export const connectionsPerGroupMax = 2

/** Recipients per session if no row allows fewer. Servers drop unknown clients after some errors. */
export const recipientsMax = 10

/**
 * Recipients whose commands are sent together. A refusal is an error to a server, and Postfix slows down after ten
 * (`smtpd_soft_error_limit`), others after five: a group of four never goes over that unseen.
 */
export const recipientsPerGroupMax = 4
