/** For a new account: the first call of the API, which is free. */
import { sandboxAddress } from "../api/sandbox.ts"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { curlOf } from "../verify/curlOf.ts"

export const FirstCall = () => (
  <Card
    title="Make your first call"
    lead={
      <>
        Store your key in the environment of your program as <code>RCPT_API_KEY</code>. This call is
        free: sandbox addresses return the result in their name. The response is JSON, and its{" "}
        <code>status</code> is the verdict. The <a href="/docs">API reference</a> has all endpoints.
      </>
    }
  >
    <CodeBlock title="curl" code={curlOf({ email: sandboxAddress("valid"), mode: "fast" })} />
  </Card>
)
