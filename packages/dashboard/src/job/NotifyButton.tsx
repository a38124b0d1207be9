/** Offers a notification when the list is done. Not shown where the browser has none. */
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { notifyWhenDone, permissionNow, useIsWatched } from "./notifyWhenDone.ts"

export const NotifyButton = ({ id }: { readonly id: string }) => {
  const [permission, setPermission] = useState(permissionNow)
  const isWatched = useIsWatched(id)
  if (permission === "unsupported") return null
  return (
    <div className="row" role="status">
      {isWatched ? (
        <p className="small muted">
          Your browser will tell you when it is done, as long as this tab is open.
        </p>
      ) : permission === "denied" ? (
        <p className="small muted">
          Your browser blocks notifications of this page. The title of the tab shows the progress.
        </p>
      ) : (
        <Button small icon="bell" onClick={() => void notifyWhenDone(id).then(setPermission)}>
          Notify me when it is done
        </Button>
      )}
    </div>
  )
}
