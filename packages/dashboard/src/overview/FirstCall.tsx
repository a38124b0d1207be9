/** For a new account: the first call of the API, which is free. */
import { sandboxAddress } from "../api/sandbox.ts"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { referenceLink } from "../parts/referenceLink.tsx"
import { curlOf } from "../verify/curlOf.ts"
import { words } from "../words/overview.tsx"

const { firstCall: said } = words

export const FirstCall = () => (
  <Card title={said.title} lead={said.lead(referenceLink)}>
    <CodeBlock title="curl" code={curlOf({ email: sandboxAddress("valid"), mode: "fast" })} />
  </Card>
)
