/** Limits and forms that more than one package knows. The dashboard loads this file. */

/** The text of a UUID. */
export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Characters of an address (RFC 5321 §4.5.3.1.3: a path of 256 octets minus its angle brackets). */
export const emailCharsMax = 254

/** Characters of a list's name: file systems take 255 octets. */
export const nameCharsMax = 255

/** A file has at most 32 MB, counted as file managers do: 33,554,432 octets. */
export const fileOctetsMax = 32 * 1024 * 1024

/** Columns of a list. The widest exports of customers have some hundreds of columns. */
export const columnsMax = 1_000

/** The most rows that a list may have to be sorted: some 10 MB of addresses. */
export const sortedRowsMax = 100_000

/** Rows of each list of a comparison. The addresses of one are held in memory: by estimate 30 MB for so many. */
export const comparedRowsMax = 200_000

/**
 * Characters of a password. NIST SP 800-63B-4 §3.1.1.2 requires 15 for a password alone and 8 with a second factor.
 * Sign-in attempts are limited to a few per hour, so 12 is enough here. The maximum only bounds the input.
 */
export const passwordChars = { min: 12, max: 1_000 } as const
