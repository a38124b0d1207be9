/** Makes the calls that the test asks for, one after the other, and prints what each returns or throws. */
const shown = (error) => ({ ...error, name: error.name, message: error.message })

export const answer = async (calls) => {
  const said = []
  for (const [call, ...args] of JSON.parse(process.env.CALLS))
    said.push(
      await calls[call](...args).then(
        (value) => ({ value }),
        (error) => ({ error: shown(error) })
      )
    )
  process.stdout.write(JSON.stringify(said))
}

const pauseMillis = 500
const pausesMax = 60

/** Asks until the answer is one of a list that is done. */
export const until = async (ask, isDone) => {
  for (let pauses = 0; pauses < pausesMax; pauses++) {
    const said = await ask()
    if (isDone(said)) return said
    await new Promise((resolve) => setTimeout(resolve, pauseMillis))
  }
  throw new Error("the list is not done")
}
