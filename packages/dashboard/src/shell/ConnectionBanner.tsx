/** Says that the service does not answer, until it does. Nothing is to be done about it here. */
import { useConnectionLost } from "../api/connection.ts"
import { Icon } from "../parts/Icon.tsx"

export const ConnectionBanner = () => {
  const isLost = useConnectionLost()
  return (
    // There from the beginning: what is put into a live region is read out.
    <div className="connection" role="status">
      {isLost && (
        <p className="connection-words">
          <Icon name="warning" />
          Connection lost. What you see may be old; this page goes on by itself.
        </p>
      )}
    </div>
  )
}
