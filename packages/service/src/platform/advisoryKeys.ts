/**
 * Advisory locks of the service, in a database. The first key keeps them apart from those of Effect's
 * cluster (FNV of a name).
 */
const space = 0x72637074

/** A transaction's, for the first start. */
export const firstStartLock = [space, 1] as const

/** A session's, as long as a node runs: shared by nodes that know of each other, else exclusive. */
export const memberLock = [space, 2] as const
