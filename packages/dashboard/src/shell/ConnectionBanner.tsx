/** Shown while the service does not respond. It goes away by itself. */
import { useConnectionLost } from "../api/connection.ts"
import { Icon } from "../parts/Icon.tsx"
import { words } from "../words/shell.tsx"

export const ConnectionBanner = () => {
  const isLost = useConnectionLost()
  return (
    // Always present, because only content added to an existing live region is read out.
    <div className="connection" role="status">
      {isLost && (
        <p className="connection-text">
          <Icon name="warning" />
          {words.connectionLost}
        </p>
      )}
    </div>
  )
}
