/**
 * The ledger of one account a second time, said as plainly as possible: integers, maps, one step per
 * command. It shares no code with `domain/Credits`, so that the two can disagree.
 */

export type Command =
  | { readonly do: "grant" | "adjust"; readonly id: string; readonly credits: number }
  | {
      readonly do: "hold"
      readonly id: string
      readonly credits: number
      readonly until: number | null
    }
  | { readonly do: "settle"; readonly id: string; readonly charge: number }
  | { readonly do: "refund" | "withdraw"; readonly id: string }
  | { readonly do: "expire"; readonly id: string; readonly now: number }

/** What a caller is told. */
export type Answer =
  | "done"
  | "altered"
  | "closed"
  | `too much on top of ${number}`
  | `${number} wanted of ${number}`

interface Held {
  readonly credits: number
  /** Neither charged nor given back so far. */
  readonly left: number
  readonly paid: number
  readonly until: number | null
}

export interface State {
  readonly free: number
  readonly holds: ReadonlyMap<string, Held>
  readonly posted: ReadonlyMap<string, number>
}

export interface Step {
  readonly state: State
  readonly answer: Answer
  /** What is to be found in the log, in the words of `factOf`; none: nothing has changed. */
  readonly facts: ReadonlyArray<string>
}

export const empty: State = { free: 0, holds: new Map(), posted: new Map() }

/** No account may have more: 10^12. */
const mostCredits = 1_000_000_000_000

export const step = (state: State, command: Command): Step => {
  const nothing = (answer: Answer): Step => ({ state, answer, facts: [] })
  switch (command.do) {
    case "grant":
    case "adjust":
      return post(state, command)
    case "hold":
      return open(state, command)
  }

  const hold = state.holds.get(command.id)
  if (hold === undefined) return nothing(command.do === "settle" ? "closed" : "done")
  const close = (charge: number, reason: string): Step => {
    const back = hold.left - charge
    const facts = [
      ...(charge > 0 ? [`CreditsCharged ${command.id} ${charge}`] : []),
      ...(back > 0 ? [`CreditsRefunded ${command.id} ${back} ${reason}`] : [])
    ]
    const closed = { ...hold, left: 0, paid: hold.paid + charge }
    return { state: put(state, back, command.id, closed), answer: "done", facts }
  }
  switch (command.do) {
    case "settle":
      if (hold.left === 0) return nothing(hold.paid === command.charge ? "done" : "closed")
      if (command.charge > hold.left) return nothing(`${command.charge} wanted of ${hold.left}`)
      return close(command.charge, command.charge === 0 ? "unknown" : "remainder")
    case "refund":
      return close(0, "failed")
    case "expire":
      return hold.until !== null && command.now >= hold.until
        ? close(0, "expired")
        : nothing("done")
    case "withdraw":
      return hold.paid === 0
        ? close(0, "failed")
        : {
            state: put(state, hold.paid, command.id, { ...hold, paid: 0 }),
            answer: "done",
            facts: [`CreditsRefunded ${command.id} ${hold.paid} unanswered`]
          }
  }
}

const put = (state: State, back: number, id: string, hold: Held): State => ({
  ...state,
  free: state.free + back,
  holds: new Map(state.holds).set(id, hold)
})

const post = (state: State, { do: what, id, credits }: Command & { credits: number }): Step => {
  const answered = (answer: Answer): Step => ({ state, answer, facts: [] })
  const before = state.posted.get(id)
  if (credits === 0) return answered("done")
  if (before !== undefined) return answered(before === credits ? "done" : "altered")
  if (state.free + credits < 0) return answered(`${-credits} wanted of ${state.free}`)
  if (state.free + credits > mostCredits) return answered(`too much on top of ${state.free}`)
  const posted = new Map(state.posted).set(id, credits)
  const type = what === "grant" ? "CreditsGranted" : "CreditsAdjusted"
  const facts = [`${type} ${id} ${credits}`]
  return { state: { ...state, free: state.free + credits, posted }, answer: "done", facts }
}

const open = (state: State, { id, credits, until }: Command & { do: "hold" }): Step => {
  const before = state.holds.get(id)
  const answered = (answer: Answer): Step => ({ state, answer, facts: [] })
  if (before !== undefined) return answered(before.credits === credits ? "done" : "altered")
  if (credits > state.free) return answered(`${credits} wanted of ${state.free}`)
  const held = { credits, left: credits, paid: 0, until }
  const facts = [`CreditsHeld ${id} ${credits} ${until}`]
  return { state: put(state, -credits, id, held), answer: "done", facts }
}

interface Said {
  readonly grantId?: string
  readonly adjustmentId?: string
  readonly holdId?: string
  readonly credits: number
  readonly expiresAt?: number | null
  readonly reason?: string
}

/** An event of the log in the model's words. */
export const factOf = ({
  type,
  data
}: {
  readonly type: string
  readonly data: string
}): string => {
  const said: Said = JSON.parse(data)
  const id = said.grantId ?? said.adjustmentId ?? said.holdId
  const more =
    type === "CreditsHeld"
      ? ` ${said.expiresAt}`
      : type === "CreditsRefunded"
        ? ` ${said.reason}`
        : ""
  return `${type} ${id} ${said.credits}${more}`
}
