/** Shows its content only to roles that permit it. Other roles see a sentence, if there is one. */
import type { Permission } from "@rcpt/domain/rolePermissions"
import type { ReactNode } from "react"

import { useMay } from "../api/account.ts"
import { words } from "../words/parts.tsx"
import { Notice } from "./Notice.tsx"

interface IfPermittedProps {
  readonly may: Permission
  /** A sentence that says what cannot be done here. By default nothing is shown. */
  readonly otherwise?: string
  readonly children: ReactNode
}

export const IfPermitted = ({ may, otherwise, children }: IfPermittedProps) => {
  const isPermitted = useMay(may)
  if (isPermitted) return children
  return otherwise === undefined ? null : (
    <Notice>
      {otherwise} {words.askManager}
    </Notice>
  )
}
