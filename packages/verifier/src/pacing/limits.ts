/** Every bound of the queues of mail hosts, with its unit and its reason. */
import { Duration } from "effect"

import { connectionsPerGroupMax, startsPerSecondMax } from "../smtp/limits.ts"

/** The slowest rate after "not so fast": KumoMTA sends one a minute after a provider's pause. */
export const slowestStartsPerSecond = 1 / 60

/**
 * The slowest rate after other refusals. Slowness does not cure a block; at this pace ten minutes are
 * enough to tell that it is one (`answersToJudgeMin`).
 */
export const refusedStartsPerSecond = 1 / 10

/** Sessions without trouble from standstill to full pace: like TCP Reno, up slowly, down by half. */
export const stepsToFullPace = 20

/** Sessions told "not so fast", all but the first after we slowed down: going on would harm us. */
export const rateStrikesMax = 4

/** Probes in a row for which no host opened a session. One may be chance, or one dead host. */
export const silencesMax = 5

/** A server that restarts is back within it; one that drops our packets is not asked more often. */
export const silencePause = Duration.minutes(5)

/** Block detection: so many results, of so many domains, so recent, so large a share refused. */
export const answersToJudgeMin = 20
export const domainsToJudgeMin = 5
export const answersLifetime = Duration.minutes(10)
export const refusedShareMax = 0.8

/** Results that block detection keeps: five times the minimum, so that a few do not tip it. */
export const answersKeptMax = 100

/**
 * Milliseconds that a start may make up for. A timer of a busy process is late by this, and a pace of
 * a thousand a second must not lose that time. Slower paces make up for nothing.
 */
export const catchUpMillis = 10

/**
 * What all addresses of a /24 or /64 get together, in addresses: a hosting company sees its network, not
 * each of its customers, and four of them at full pace are still unremarkable.
 */
const addressesPerNetwork = 4
export const networkConnectionsMax = addressesPerNetwork * connectionsPerGroupMax
export const networkStartsPerSecondMax = addressesPerNetwork * startsPerSecondMax

/** For the address that decides the group of a host: a question to DNS ends sooner, with all retries. */
export const addressWaitMax = Duration.seconds(3)

/** How long an open session waits for the next probe of a caller that sends one after the other. */
export const idleSessionWait = Duration.millis(100)

/**
 * Rows of lists that wait for each open session, which takes up to ten one after the other: one more connection is
 * only made for more of them, or once a second as at the ordinary pace. A connection costs both sides as much as
 * some probes do (test/bench/README.md).
 */
export const rowsPerSession = 5
export const nextSessionAfter = Duration.seconds(1)

/** Probes that wait in one queue, about 1 kB each. Past it, the account that has most loses one. */
export const waitingMax = 200_000

/** Between two saves of the state of a pace, so that trouble does not become writes. */
export const saveEvery = Duration.seconds(1)

/** Replies that a status shows. */
export const repliesShownMax = 20

/** How often rested queues are looked for: a queue is 2 kB, and a job may have 10,000 of them. */
export const restCheckEvery = Duration.seconds(1)

/** Queues of a process. Past it, idle ones are closed, whatever pace they remember. */
export const queuesKeptMax = 20_000
