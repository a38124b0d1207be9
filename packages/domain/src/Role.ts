/** The role of a person in an account. The exact permissions are in `permissions.ts`. */
import { Schema } from "effect"

/**
 * A `manager` may do everything, also with people and the end of the account. A `member` may do the account's work
 * and manage its keys. `read_only` reads, but never a secret. Roles are stored in events: never rename them.
 */
export const Role = Schema.Literals(["manager", "member", "read_only"])
export type Role = typeof Role.Type
