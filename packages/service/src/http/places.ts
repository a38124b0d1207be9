/**
 * The places of requests in flight on this node. Who has shown a right credential has all of
 * `RCPT_MAX_INFLIGHT`; all others have places of their own, so that they can neither take those nor be
 * kept out by them.
 */

/**
 * "known": its key was right on this node before, or it has been authenticated. "unproven": its key is
 * new here and is being looked up. "anonymous": no key; a session counts so until it is looked up.
 */
export type Standing = "known" | "unproven" | "anonymous"

/**
 * One in so many requests in flight may be anonymous: sign-in, public pages and the demo are a small
 * part of the work, and their answers need no credits.
 */
const anonymousShare = 8

/** A browser opens six connections to show its first page. */
const anonymousMin = 16

/** Of the places of strangers, the part that one client address may have. */
const addressShare = 2

interface Limits {
  /** Requests of all clients. */
  readonly all: number
  /** Requests of one owner: an account that is known, or else a client address. */
  readonly each: number
}

export type Refusal = "full" | "owner is over its share"

export interface Places {
  readonly refusal: (standing: Standing, owner: string) => Refusal | undefined
  readonly take: (standing: Standing, owner: string) => void
  readonly leave: (standing: Standing, owner: string) => void
}

const make = (limits: Readonly<Record<Standing, Limits>>): Places => {
  const taken: Record<Standing, number> = { known: 0, unproven: 0, anonymous: 0 }
  const owners = new Map<string, number>()
  const isCounted = (standing: Standing) => limits[standing].each < limits[standing].all

  const count = (standing: Standing, owner: string, step: 1 | -1) => {
    taken[standing] += step
    if (!isCounted(standing)) return
    const key = `${standing} ${owner}`
    const now = (owners.get(key) ?? 0) + step
    if (now === 0) owners.delete(key)
    else owners.set(key, now)
  }

  return {
    refusal: (standing, owner) => {
      const { all, each } = limits[standing]
      // Most unproven keys turn out to be right, and then need a place among the known.
      if (standing === "unproven" && taken.known >= limits.known.all) return "full"
      if (taken[standing] >= all) return "full"
      if (!isCounted(standing)) return undefined
      const own = owners.get(`${standing} ${owner}`) ?? 0
      return own >= each ? "owner is over its share" : undefined
    },
    take: (standing, owner) => count(standing, owner, 1),
    leave: (standing, owner) => count(standing, owner, -1)
  }
}

const unshared = (all: number): Limits => ({ all, each: all })

const sharedBy = (all: number, share: number): Limits => ({ all, each: Math.ceil(all / share) })

const anonymousMax = (inflightMax: number): number =>
  Math.max(anonymousMin, Math.ceil(inflightMax / anonymousShare))

/** Of requests that are being answered. The rate limit bounds what one account has of them. */
export const inflightPlaces = (inflightMax: number): Places =>
  make({
    known: unshared(inflightMax),
    unproven: unshared(inflightMax),
    anonymous: sharedBy(anonymousMax(inflightMax), addressShare)
  })

/** One account, or one address, may have this part of all requests whose bodies are awaited. */
const waitingShare = 4

/**
 * Of requests whose bodies are awaited. Nothing has been done for these yet, so no share of the work is
 * at stake but memory: the 1 MiB that a body may have, 4 KiB in practice.
 */
export const waitingPlaces = (inflightMax: number): Places => {
  const strangers = sharedBy(anonymousMax(inflightMax), addressShare)
  return make({
    known: sharedBy(inflightMax, waitingShare),
    unproven: strangers,
    anonymous: strangers
  })
}
