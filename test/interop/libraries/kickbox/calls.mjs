/** All calls of the library for JavaScript: it has one. */
import { createRequire } from "node:module"

import { answer } from "./answer.mjs"

const require = createRequire(import.meta.url)

const connect = (key) => {
  THE_LINES_OF_THE_PAGE(key, require)
  return kickbox
}

await answer({
  check: (key, email) =>
    new Promise((resolve, reject) =>
      connect(key).verify(email, { timeout: 3_000 }, (error, response) =>
        error ? reject(error) : resolve(response.body)
      )
    )
})
