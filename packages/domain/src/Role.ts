/** What a person may do in an account. The exact permissions: `permissions.ts`. */
import { Schema } from "effect"

/**
 * `manager`: everything, also people and the end of the account. `member`: the account's work and its keys.
 * `read_only`: reads, and never a secret. Stored in events: never rename.
 */
export const Role = Schema.Literals(["manager", "member", "read_only"])
export type Role = typeof Role.Type
