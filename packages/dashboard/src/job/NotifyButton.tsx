/** Offers a notification when the list is done. Not shown where the browser has none. */
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { words } from "../words/job.tsx"
import { notifyWhenDone, permissionNow, useIsWatched } from "./notifyWhenDone.ts"

const { notification: said } = words

export const NotifyButton = ({ id }: { readonly id: string }) => {
  const [permission, setPermission] = useState(permissionNow)
  const isWatched = useIsWatched(id)
  if (permission === "unsupported") return null
  return (
    <div className="row" role="status">
      {isWatched ? (
        <p className="small muted">{said.watched}</p>
      ) : permission === "denied" ? (
        <p className="small muted">{said.blocked}</p>
      ) : (
        <Button small icon="bell" onClick={() => void notifyWhenDone(id).then(setPermission)}>
          {said.action}
        </Button>
      )}
    </div>
  )
}
