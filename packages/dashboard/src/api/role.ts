/** What the role of the signed-in person permits, so that pages do not offer what would be refused. */
import type { Permission } from "@rcpt/domain/permissions"
import type { Role } from "@rcpt/domain/Role"

import { useAccount } from "./account.ts"

/** What each role lacks. `permissions.ts` of the domain decides; a test compares the two. */
export const lacking: Readonly<Record<Role, ReadonlyArray<Permission>>> = {
  manager: [],
  member: ["erase", "govern", "administer"],
  read_only: ["spend", "deep", "change", "erase", "manage", "govern", "administer"]
}

/** Until the role is known, everything is offered: most people may do it, and the service decides. */
export const useMay = (permission: Permission): boolean => {
  const role = useAccount().data?.role
  return role === undefined || !lacking[role].includes(permission)
}
