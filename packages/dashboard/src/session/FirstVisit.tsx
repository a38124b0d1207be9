/** Where to find the password of the first account, or how to reset one: the service sends no mail. */
import "./FirstVisit.css"

export const FirstVisit = () => (
  <details className="first-visit">
    <summary>First visit, or forgot your password?</summary>
    <div className="stack-tight">
      <p>
        On its first start, the service printed the email and a one-time password of the first
        account, below the line <q>This is the first start</q>. The password is not stored anywhere
        else. Change it in Settings.
      </p>
      <p>To set a new password, the operator of the service runs:</p>
      <pre tabIndex={0} role="region" aria-label="Command">
        <code>node packages/cli/bin/rcpt.mjs admin reset-password &lt;email&gt;</code>
      </pre>
    </div>
  </details>
)
