/** A receiver in Node that verifies signatures. A test runs this code. */
export const installSnippet = "npm install standardwebhooks"

export const verifySnippet = `import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.RCPT_WEBHOOK_SECRET) // whsec_…

createServer(async (request, response) => {
  const body = await text(request) // the raw body: do not parse or reformat it
  try {
    const event = webhook.verify(body, request.headers)
    console.log(event.type, event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end() // wrong signature, or minutes old
  }
}).listen(process.env.PORT ?? 3000)
`
