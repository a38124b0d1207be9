/** All calls of the library for JavaScript. */
import { createRequire } from "node:module"

import { answer, until } from "./answer.mjs"

const require = createRequire(import.meta.url)

const connect = (apiKey) => {
  THE_LINES_OF_THE_PAGE(apiKey, require)
  return emailable
}

await answer({
  check: (key, email) => connect(key).verify(email, { timeout: 3 }),
  credits: async (key) => (await connect(key).account()).available_credits,
  list: async (key, emails) => {
    const { batches } = connect(key)
    const { id } = await batches.verify(emails)
    const batch = await until(
      () => batches.status(id),
      ({ emails }) => emails !== undefined
    )
    return {
      rows: batch.emails,
      emails: batch.emails.map(({ email }) => email),
      total: batch.total_counts.total
    }
  }
})
