/** A receiver that checks signatures, in Node; a test runs it as it stands here. */
export const installSnippet = "npm install standardwebhooks"

export const verifySnippet = `import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.RCPT_WEBHOOK_SECRET) // whsec_…

createServer(async (request, response) => {
  const body = await text(request) // as it came: not parsed, not printed anew
  try {
    const event = webhook.verify(body, request.headers)
    console.log(event.type, event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end() // not signed by us, or minutes old
  }
}).listen(process.env.PORT ?? 3000)
`
