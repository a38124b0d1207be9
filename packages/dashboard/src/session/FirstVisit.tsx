/** Where the password of the first account is to be found: nobody can guess it, and nobody mails it. */
import "./FirstVisit.css"

export const FirstVisit = () => (
  <details className="first-visit">
    <summary>First visit, or password lost?</summary>
    <div className="stack-tight">
      <p>
        The first start of the service has written the address and a one-time password of the first
        account to its output, below the words <q>This is the first start</q>. They are not kept
        anywhere else. Change the password in Settings.
      </p>
      <p>Whoever runs the service sets a new one with:</p>
      <pre tabIndex={0} role="region" aria-label="Command">
        <code>node packages/cli/bin/rcpt.mjs admin reset-password &lt;email&gt;</code>
      </pre>
    </div>
  </details>
)
