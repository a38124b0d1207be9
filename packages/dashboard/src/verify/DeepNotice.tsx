/** Warns before a deep check is paid for, if it cannot find out more than a fast one at the moment. */
import { useQuery } from "@tanstack/react-query"

import { noticesQuery } from "../api/overview.ts"
import { Notice } from "../parts/Notice.tsx"

/** Ids of notices about deep mode. */
const deepNotices: ReadonlySet<string> = new Set(["deep_off", "port25"])

export const DeepNotice = () => {
  const { data } = useQuery(noticesQuery)
  const notice = data?.notices.find((one) => one.for === "everybody" && deepNotices.has(one.id))
  return (
    notice && (
      <Notice kind="warning" title={notice.says} live>
        {notice.advice}
      </Notice>
    )
  )
}
