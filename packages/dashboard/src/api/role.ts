/** What the role of the signed-in person permits, so that pages do not offer what would be refused. */
import { useAccount } from "./account.ts"
import { roleLacks } from "./roleLacks.ts"
import type { Offer } from "./roleLacks.ts"

/** Until the role is known, everything is offered: most people may do it, and the service decides. */
export const useMay = (offer: Offer): boolean => {
  const role = useAccount().data?.role
  return role === undefined || !roleLacks[role].includes(offer)
}
