/** Questions of the supervisor to all workers, which answer by `Siblings.answer`. */

interface Asked {
  readonly send: (message: object) => void
}

interface Survey<Member> {
  readonly answers: Map<Member, unknown>
  readonly end: () => void
}

/** `members`: who is asked; it changes as workers come and go. */
export const makeSurveys = <Member extends Asked>(members: ReadonlySet<Member>) => {
  const surveys = new Map<number, Survey<Member>>()
  let count = 0

  /** A survey ends when all workers that still run have answered. */
  const endComplete = (): void => {
    for (const { answers, end } of surveys.values())
      if ([...members].every((member) => answers.has(member))) end()
  }

  /**
   * Returns the answers that come within `waitMax` milliseconds: a worker that only starts, or that is
   * busy, has none.
   */
  const ask = (topic: string, waitMax: number): Promise<ReadonlyArray<unknown>> =>
    new Promise((resolve) => {
      const asked = (count += 1)
      const answers = new Map<Member, unknown>()
      const end = () => {
        clearTimeout(timer)
        surveys.delete(asked)
        resolve([...answers.values()])
      }
      const timer = setTimeout(end, waitMax)
      surveys.set(asked, { answers, end })
      for (const member of members) member.send({ tell: topic, value: asked })
      endComplete()
    })

  const take = (member: Member, asked: number, value: unknown): void => {
    surveys.get(asked)?.answers.set(member, value)
    endComplete()
  }

  return { ask, take, endComplete }
}
