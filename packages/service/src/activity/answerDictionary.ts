/**
 * What answers have in common, for Zstandard to refer to (RFC 8878 §5: a dictionary of raw content). Stored answers
 * name theirs by its number: a dictionary is never changed, a better one is added.
 */
const first = `{"email":"ann@example.org","status":"valid","score":100,"checks":{}}`

export const dictionaries: Readonly<Record<number, Buffer>> = { 1: Buffer.from(first) }

export const newestDictionary = 1
