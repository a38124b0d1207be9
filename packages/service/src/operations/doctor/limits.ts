/** Every bound of an examination, with its unit and its reason. */
import { Duration } from "effect"

/** All checks run side by side: together with a start of Node this stays below the 20 s of a person's patience. */
export const checkWaitMax = Duration.seconds(15)

/** Two tries of TCP after the first (1 and 3 s later) fit; a filtered port answers none of them. */
export const connectWaitMax = Duration.seconds(5)

/** Large providers greet at once; some servers let strangers wait. What is left of `checkWaitMax`. */
export const greetingWaitMax = Duration.seconds(4)

/** From QUIT until the line is cut, behind the answer: nobody waits for it. */
export const goodbyeWaitMax = Duration.seconds(1)

/** Characters. A greeting that refuses us holds a link or a reason, and sometimes a page of law. */
export const greetingShownMax = 160

/** Two questions to each list, one after the other, each with all its retries (5.6 s). */
export const blocklistsWaitMax = Duration.seconds(7)

/** Connecting (3 s) and three short statements. */
export const databaseWaitMax = Duration.seconds(6)
export const databaseConnectWaitMax = Duration.seconds(3)

/** As one question to DNS in the verifier, with all its retries. */
export const ptrWaitMax = Duration.seconds(3)

/** An address has one name; a shared one may have many, of which a few show how it is. */
export const namesMax = 5

/**
 * Seconds. Holds live ten minutes and receivers of webhooks allow five; an HTTP date has whole
 * seconds and travels for one or two.
 */
export const clockSkewMax = 5
export const clockSkewHarmful = 60

/** Days. Lists of throwaway domains grow by some hundred a month. */
export const listAgeMax = 180

/** Sessions. A node opens about twenty when it starts, and an operator wants one. */
export const connectionsFreeMin = 25

/** Settings and the world change while a service runs; a blocklist wants to be asked rarely. */
export const examineEvery = Duration.hours(1)
