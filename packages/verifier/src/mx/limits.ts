/** Every bound of the line in front of mail hosts, with its unit and its reason. */
import { Duration } from "effect"

/** Starts per second to a group that no row of `probePolicies` says more about: Reacher advises 60 a minute. */
export const startsPerSecondMax = 1

/** As slow as it gets after "not so fast": KumoMTA sends one a minute after a provider's pause. */
export const slowestStartsPerSecond = 1 / 60

/**
 * As slow as it gets after other refusals. Slowness is no cure for a block; at this pace ten minutes
 * are enough to tell that it is one (`answersToJudgeMin`).
 */
export const refusedStartsPerSecond = 1 / 10

/** Conversations without trouble from standstill to the full pace: Reno's way, up slowly, down by half. */
export const stepsToFullPace = 20

/** Each told us to be slower, and none after the first listened: whoever goes on is not welcome later. */
export const rateStrikesMax = 4

/** Questions in a row for which no host let us in. One may be chance, or one dead customer. */
export const silencesMax = 5

/** A server that restarts is back within it; one that drops our packets is not asked more often. */
export const silencePause = Duration.minutes(5)

/** The own-health gate: so much has to be heard, of so many, so recently, before we call ourselves blocked. */
export const answersToJudgeMin = 20
export const domainsToJudgeMin = 5
export const answersLifetime = Duration.minutes(10)
export const refusedShareMax = 0.8

/** Answers that are remembered to judge by: five times the least, so that a few do not tip it. */
export const answersKeptMax = 100

/**
 * Milliseconds that a start may make up for. A timer of a busy process is late by this, and a pace of
 * a thousand a second must not lose what it loses. Slower paces make up for nothing.
 */
export const catchUpMillis = 10

/** How long an open conversation waits for the next question: the next call of whoever asks in turn. */
export const lingerWait = Duration.millis(100)

/** Questions that wait in one line, about 1 kB each. Past it, who has most gives one back. */
export const waitingMax = 200_000

/** Between two times that the state of a pace is kept, so that trouble does not become writes. */
export const saveEvery = Duration.seconds(1)

/** Replies that a status shows. */
export const repliesShownMax = 20

/** Groups at rest are looked for so often: a line is 2 kB, and a job may have 10,000 of them. */
export const restCheckEvery = Duration.seconds(1)

/** Lines of a process. Past it those without work are forgotten, whatever they remember. */
export const linesKeptMax = 20_000
