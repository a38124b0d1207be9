/** Every bound of an examination, with its unit and its reason. */
import { Duration } from "effect"

/** All checks run concurrently. Together with the start of Node, `rcpt doctor` ends within 20 s. */
export const checkWaitMax = Duration.seconds(15)

/** Two tries of TCP after the first (1 and 3 s later) fit; a filtered port answers none of them. */
export const connectWaitMax = Duration.seconds(5)

/** Large providers greet at once; some servers delay unknown clients. Fits into `checkWaitMax`. */
export const greetingWaitMax = Duration.seconds(4)

/** The time from QUIT until the connection is closed. The result does not wait for it. */
export const goodbyeWaitMax = Duration.seconds(1)

/** Characters. A greeting that refuses us holds a link or a reason, and sometimes a page of legal text. */
export const greetingShownMax = 160

/** Two queries to each list, one after the other, each with all its retries (5.6 s). */
export const blocklistsWaitMax = Duration.seconds(7)

/** Connecting (3 s) and three short statements. */
export const databaseWaitMax = Duration.seconds(6)
export const databaseConnectWaitMax = Duration.seconds(3)

/** The time of one DNS query of the verifier with all its retries. */
export const ptrWaitMax = Duration.seconds(3)

/** Names. An address has one; a shared address may have many, of which a few are enough. */
export const namesMax = 5

/** Days. Lists of throwaway domains grow by some hundred a month. */
export const listAgeMax = 180

/** Days for a list that was fetched: an operator who once had newer ones learns here that they stopped coming. */
export const fetchedListAgeMax = 30

/** Connections. A node opens about twenty when it starts, and an operator needs one. */
export const connectionsFreeMin = 25

/** Settings and networks change while a service runs; blocklists must be queried rarely. */
export const examineEvery = Duration.hours(1)
