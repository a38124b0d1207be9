/**
 * Advisory locks of the service, in a database. The first key keeps them apart from those of Effect's
 * cluster (FNV of a name).
 */
const space = 0x72637074

/** The first start locks this key for a transaction. */
export const firstStartLock = [space, 1] as const

/** A session locks this key as long as its node runs: nodes that know of each other share it, others exclude them. */
export const memberLock = [space, 2] as const

/** Locked for a transaction with the hash of an email address, while mail to it is counted (mail/Outbox.ts). */
export const mailSpace = space + 1

/** Locked for a transaction with the hash of an account's id, while networks of its API keys are read or changed (accounts/ApiKeys.ts). */
export const keysSpace = space + 2

/** Locked for a transaction with the hash of an account's id, while its tests of webhooks are counted (webhooks/resend.ts). */
export const testsSpace = space + 3
