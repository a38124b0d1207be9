/**
 * A reference model of one account's ledger, as simple as possible: integers, maps, one step per
 * command. It shares no code with `domain/Credits`, so that the two can disagree.
 */

export type Command =
  | { readonly do: "grant" | "adjust"; readonly id: string; readonly credits: number }
  | {
      readonly do: "hold"
      readonly id: string
      readonly credits: number
      readonly expiresAt: number | null
    }
  | { readonly do: "settle"; readonly id: string; readonly charge: number }
  | { readonly do: "refund" | "reverse"; readonly id: string }
  | { readonly do: "expire"; readonly id: string; readonly now: number }

/** The outcome that the caller gets. */
export type Outcome =
  | "done"
  | "id reused"
  | "hold closed"
  | `over the maximum with ${number}`
  | `${number} needed, ${number} available`

interface Hold {
  readonly credits: number
  /** Neither charged nor refunded so far. */
  readonly remaining: number
  readonly charged: number
  readonly expiresAt: number | null
}

export interface State {
  readonly available: number
  readonly holds: ReadonlyMap<string, Hold>
  readonly postings: ReadonlyMap<string, number>
}

export interface Step {
  readonly state: State
  readonly outcome: Outcome
  /** The events that the log must have, as `printEvent` prints them; none: nothing has changed. */
  readonly events: ReadonlyArray<string>
}

export const empty: State = { available: 0, holds: new Map(), postings: new Map() }

/** No account may have more: 10^12. */
const creditsMax = 1_000_000_000_000

export const step = (state: State, command: Command): Step => {
  const unchanged = (outcome: Outcome): Step => ({ state, outcome, events: [] })
  switch (command.do) {
    case "grant":
    case "adjust":
      return post(state, command)
    case "hold":
      return open(state, command)
  }

  const hold = state.holds.get(command.id)
  if (hold === undefined) return unchanged(command.do === "settle" ? "hold closed" : "done")
  const close = (charge: number, reason: string): Step => {
    const refund = hold.remaining - charge
    const events = [
      ...(charge > 0 ? [`CreditsCharged ${command.id} ${charge}`] : []),
      ...(refund > 0 ? [`CreditsRefunded ${command.id} ${refund} ${reason}`] : [])
    ]
    const closed = { ...hold, remaining: 0, charged: hold.charged + charge }
    return { state: withHold(state, refund, command.id, closed), outcome: "done", events }
  }
  switch (command.do) {
    case "settle":
      if (hold.remaining === 0)
        return unchanged(hold.charged === command.charge ? "done" : "hold closed")
      if (command.charge > hold.remaining)
        return unchanged(`${command.charge} needed, ${hold.remaining} available`)
      return close(command.charge, command.charge === 0 ? "unknown" : "remainder")
    case "refund":
      return close(0, "failed")
    case "expire":
      return hold.expiresAt !== null && command.now >= hold.expiresAt
        ? close(0, "expired")
        : unchanged("done")
    case "reverse":
      return hold.charged === 0
        ? close(0, "failed")
        : {
            state: withHold(state, hold.charged, command.id, { ...hold, charged: 0 }),
            outcome: "done",
            events: [`CreditsRefunded ${command.id} ${hold.charged} unanswered`]
          }
  }
}

const withHold = (state: State, refund: number, id: string, hold: Hold): State => ({
  ...state,
  available: state.available + refund,
  holds: new Map(state.holds).set(id, hold)
})

const post = (state: State, { do: kind, id, credits }: Command & { credits: number }): Step => {
  const unchanged = (outcome: Outcome): Step => ({ state, outcome, events: [] })
  const before = state.postings.get(id)
  if (credits === 0) return unchanged("done")
  if (before !== undefined) return unchanged(before === credits ? "done" : "id reused")
  const available = state.available + credits
  if (available < 0) return unchanged(`${-credits} needed, ${state.available} available`)
  if (available > creditsMax) return unchanged(`over the maximum with ${state.available}`)
  const postings = new Map(state.postings).set(id, credits)
  const type = kind === "grant" ? "CreditsGranted" : "CreditsAdjusted"
  const events = [`${type} ${id} ${credits}`]
  return { state: { ...state, available, postings }, outcome: "done", events }
}

const open = (state: State, { id, credits, expiresAt }: Command & { do: "hold" }): Step => {
  const unchanged = (outcome: Outcome): Step => ({ state, outcome, events: [] })
  const before = state.holds.get(id)
  if (before !== undefined) return unchanged(before.credits === credits ? "done" : "id reused")
  if (credits > state.available) return unchanged(`${credits} needed, ${state.available} available`)
  const hold = { credits, remaining: credits, charged: 0, expiresAt }
  const events = [`CreditsHeld ${id} ${credits} ${expiresAt}`]
  return { state: withHold(state, -credits, id, hold), outcome: "done", events }
}

interface EventData {
  readonly grantId?: string
  readonly adjustmentId?: string
  readonly holdId?: string
  readonly credits: number
  readonly expiresAt?: number | null
  readonly reason?: string
}

/** An event of the log as a line of text, to compare with `Step.events`. */
export const printEvent = ({
  type,
  data
}: {
  readonly type: string
  readonly data: string
}): string => {
  const { grantId, adjustmentId, holdId, credits, expiresAt, reason }: EventData = JSON.parse(data)
  const id = grantId ?? adjustmentId ?? holdId
  const suffix =
    type === "CreditsHeld" ? ` ${expiresAt}` : type === "CreditsRefunded" ? ` ${reason}` : ""
  return `${type} ${id} ${credits}${suffix}`
}
