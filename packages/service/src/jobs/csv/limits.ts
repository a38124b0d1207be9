/**
 * Limits on uploads and on the pieces in which they are read. The reader's memory follows from these and
 * from the number of distinct addresses, not from the size of the file.
 */

/** A slice is parsed without yielding: 1 ms for a list of contacts, 3 ms for rows of one character. */
export const sliceOctetsMax = 8 * 1024

/** The start of a file, which tells a CSV from an archive and UTF-16 from 8-bit text. */
export const sniffOctets = 4 * 1024

/**
 * Octets of UTF-8 from which the delimiter, the header and the column of the addresses are told: a thousand rows of
 * 128 octets, and more than the longest header.
 */
export const startOctetsMax = 128 * 1024

/**
 * The header in octets of UTF-8, including blank lines before the header: `columnsMax` names of 64 octets.
 */
export const headerOctetsMax = 64 * 1024

/**
 * A record in octets of UTF-8, with its line break. No row of a contact list is longer; a row with an
 * unclosed quote is, and this limit detects it before the rest of the file is read into one cell.
 */
export const recordOctetsMax = 1024 * 1024

/**
 * Records in which every cell is blank. An export has some at its end; ten million of them are a file of
 * nothing that would cost seconds of processor time and no credit.
 */
export const blankRecordsMax = 100_000

/** Records per chunk: the unit of storage and of work. */
export const chunkRecordsMax = 1_000
