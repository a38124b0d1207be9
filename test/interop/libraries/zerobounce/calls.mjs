/** The calls of the library for JavaScript that do not go to its fixed host. */
import { createRequire } from "node:module"

import { answer } from "./answer.mjs"

const require = createRequire(import.meta.url)
const ZeroBounceSDK = require("@zerobounce/zero-bounce-sdk")

const connect = (apiKey) => {
  const zeroBounce = new ZeroBounceSDK()
  THE_LINES_OF_THE_PAGE(apiKey)
  return zeroBounce
}

await answer({
  check: (key, email) => connect(key).validateEmail(email, { timeout: 3 }),
  credits: async (key) => Number((await connect(key).getCredits()).Credits),
  usage: (key, from, to) => connect(key).getApiUsage(from, to)
})
