/** Every bound of a conversation, with its unit and its reason. */
import { Duration } from "effect"

/**
 * How long each phase may take. RFC 5321 §4.5.3.2 asks a *sender* to wait 5 minutes for most of
 * them; a customer waits on us, so we give up early and say "timeout".
 */
export interface SmtpWaits {
  readonly connect: Duration.Duration
  readonly greeting: Duration.Duration
  readonly command: Duration.Duration
  readonly tls: Duration.Duration
  /** All hosts, both questions and every pause in between. */
  readonly whole: Duration.Duration
  /** From QUIT until the line is cut, behind the answer: nobody waits for it. */
  readonly goodbye: Duration.Duration
}

export const smtpWaits: SmtpWaits = {
  /** Three tries of TCP (0, 1 and 3 s later) fit; a filtered port answers none of them. */
  connect: Duration.seconds(10),
  /** Exim hosts let strangers wait 20 to 30 s, to see whether they talk out of turn. */
  greeting: Duration.seconds(30),
  /** Recipient look-ups behind a server take a few seconds; tarpits take all that they get. */
  command: Duration.seconds(20),
  /** Two or three round trips. What is left of `whole` has to do for a second try in clear. */
  tls: Duration.seconds(10),
  /** RCPT_SMTP_TIMEOUT. Leaves a caller's minute some time for a slot (`slotWaitMax`). */
  whole: Duration.seconds(45),
  /** RFC 5321 §4.1.1.10 wants us to wait for the answer to QUIT; a round trip is enough. */
  goodbye: Duration.seconds(2)
}

/** For a place in line, before the conversation: together with `whole` the minute that a caller waits at most. */
export const slotWaitMax = Duration.seconds(15)

/** RFC 5321 §4.5.3.1.5 allows 512 octets; real servers put links and identifiers behind. */
export const lineOctetsMax = 2_048

/** The longest greetings that we know of are 4 kB of legal text. */
export const replyOctetsMax = 64 * 1024

/** EHLO of a large server has about 15 lines. */
export const replyLinesMax = 100

/** RFC 5321 §5.1 lets a sender stop after a few; a domain whose first three are down is down. */
export const hostsTriedMax = 3

/** Open conversations of this process; each is a socket and about 60 kB with TLS. */
export const conversationsMax = 500

/** To one group of mail hosts that no row of `probePolicies` says more about: stay unnoticed. */
export const conversationsPerGroupMax = 2

/** Recipients per conversation where no row says less: servers drop strangers after some errors. */
export const recipientsMax = 10
