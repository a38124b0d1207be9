/**
 * How much of a CSV is taken at once, and at all. What a reader holds in memory follows from these
 * and from the number of distinct addresses, not from the size of the file.
 */

/** 32 MB of file, in which MB are counted as file managers do: 33,554,432 octets. */
export const fileOctetsMax = 32 * 1024 * 1024

/**
 * Parsed in half a millisecond, or 10 where every octet is a blank line; then others get their
 * turn.
 */
export const sliceOctetsMax = 16 * 1024

/** What is looked at to tell a CSV from an archive, and UTF-16 from 8 bits: a page of any file. */
export const sniffOctets = 4 * 1024

/** Octets, from the first one that is not ASCII, that decide between UTF-8 and Windows-1252. */
export const encodingProofOctets = 64 * 1024

/** In UTF-8, and any blank lines before it too: `columnsMax` names of 64 octets. */
export const headerOctetsMax = 64 * 1024

/** Of the header and of every record. Customers' widest exports have some hundreds of columns. */
export const columnsMax = 1_000

/**
 * In UTF-8, with its line break. No row of a list of people is longer; a quote that nobody closes
 * is, and is found here before it swallows the file.
 */
export const recordOctetsMax = 1024 * 1024

/** Records of one stored row, and of one piece of work. */
export const chunkRecordsMax = 1_000
