/** Every bound of the queues of mail hosts, with its unit and its reason. */
import { Duration } from "effect"

import { connectionsPerGroupMax, startsPerSecondMax } from "../smtp/limits.ts"

/** The slowest rate after "not so fast". KumoMTA sends one a minute after a provider's pause. */
export const slowestStartsPerSecond = 1 / 60

/**
 * The slowest rate after other refusals. Slowness does not cure a block; at this pace ten minutes are
 * enough to tell that it is one (`answersToJudgeMin`).
 */
export const refusedStartsPerSecond = 1 / 10

/** Sessions without trouble from standstill to full pace: like TCP Reno, up slowly, down by half. */
export const stepsToFullPace = 20

/** Sessions that are told "not so fast" before a pause. All but the first came after we slowed down. */
export const rateStrikesMax = 4

/** Probes in a row for which no host opened a session, before a pause. One may be chance, or one dead host. */
export const silencesMax = 5

/**
 * The pause after silence. A server that restarts is back by then; one that drops our packets is not asked more
 * often.
 */
export const silencePause = Duration.minutes(5)

/** Block detection needs so many results, from so many domains, so recent, with so large a share of refusals. */
export const answersToJudgeMin = 20
export const domainsToJudgeMin = 5
export const answersLifetime = Duration.minutes(10)
export const refusedShareMax = 0.8

/** Results that block detection keeps: five times the minimum, so that a few do not change its decision. */
export const answersKeptMax = 100

/**
 * Milliseconds that a start may catch up. A timer of a busy process is late by this much, and a pace of a
 * thousand a second must not lose that time. Slower paces catch up nothing.
 */
export const catchUpMillis = 10

/**
 * All addresses of a /24 or /64 together get the pace of so many. A hosting company sees its network and not
 * each of its customers, and four of them at full pace are still unremarkable.
 */
const addressesPerNetwork = 4
export const networkConnectionsMax = addressesPerNetwork * connectionsPerGroupMax
export const networkStartsPerSecondMax = addressesPerNetwork * startsPerSecondMax

/** The wait for the address that decides the group of a host. A question to DNS ends sooner, with all retries. */
export const addressWaitMax = Duration.seconds(3)

/** How long an open session waits for the next probe of a caller that sends one after the other. */
export const idleSessionWait = Duration.millis(100)

/**
 * Rows of lists that may wait for each open session, which takes up to ten one after the other. One more connection
 * is only made for more rows, or once a second as at the ordinary pace: a connection costs both sides as much as
 * several probes (test/bench/README.md).
 */
export const rowsPerSession = 5
export const nextSessionAfter = Duration.seconds(1)

/** Probes that wait in one queue, about 1 kB each. Above it, the account with the most waiting probes loses one. */
export const waitingMax = 200_000

/** The shortest time between two saves of a pace, so that trouble does not cause many writes. */
export const saveEvery = Duration.seconds(1)

/** Replies that a status shows. */
export const repliesShownMax = 20

/** Different texts of replies that no rule understood, of one queue: one bug report holds as many. */
export const unreadTextsMax = 5

/** How often rested queues are closed: a queue takes 2 kB, and a job may have 10,000 of them. */
export const restCheckEvery = Duration.seconds(1)

/** Queues of a process. Above it, idle ones are closed, whatever pace they remember. */
export const queuesKeptMax = 20_000
