/**
 * A library of npm behind HTTP: `GET /fast?email=` and `GET /deep?email=` on `PORT` of loopback.
 * `node server.mjs deep-email-validator | @devmehq/email-validator-js`
 */
import { createServer } from "node:http"

/** Milliseconds, as the other tools wait for a mail server. */
const timeout = 10_000
const sender = "verify@rcpt.test"

/** It answers yes or no. What the mail server did not say about the mailbox is read as unknown. */
const deepEmailValidator = async () => {
  const { validate } = await import("deep-email-validator")
  const noMailbox = "Mailbox not found."
  const verdictOf = ({ valid, reason, validators }) => {
    if (valid) return "valid"
    return reason === "smtp" && validators.smtp.reason !== noMailbox ? "unknown" : "invalid"
  }
  const ask = (validateSMTP) => async (email) => {
    const raw = await validate({ email, sender, validateSMTP })
    return { verdict: verdictOf(raw), raw }
  }
  return { fast: ask(false), deep: ask(true) }
}

const devmehq = async () => {
  const { verifyEmailDetailed } = await import("@devmehq/email-validator-js")
  const verdictOf = ({ valid, smtp }, verifySmtp) => {
    if (!valid) return "invalid"
    return verifySmtp && smtp.valid === null ? "unknown" : "valid"
  }
  const ask = (verifySmtp) => async (emailAddress) => {
    const raw = await verifyEmailDetailed({ emailAddress, verifySmtp, timeout })
    return { verdict: verdictOf(raw, verifySmtp), raw }
  }
  return { fast: ask(false), deep: ask(true) }
}

const libraries = {
  "deep-email-validator": deepEmailValidator,
  "@devmehq/email-validator-js": devmehq
}

const modes = await libraries[process.argv[2]]()

const send = (response, status, body) => {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = { "content-type": "application/json", "content-length": bytes.length }
  response.writeHead(status, headers).end(bytes)
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost")
  const ask = modes[pathname.slice(1)]
  const email = searchParams.get("email")
  if (ask === undefined || email === null) return send(response, 404, { error: "no such path" })
  ask(email).then(
    (answer) => send(response, 200, answer),
    (error) => send(response, 200, { verdict: "unknown", raw: { error: String(error) } })
  )
})

server.listen(Number(process.env.PORT), "127.0.0.1", () =>
  console.log(`ready on http://127.0.0.1:${server.address().port}`)
)
