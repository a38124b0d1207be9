/** The rule for a new password. `passwordChars` of the domain decides; a test compares the two. */
import { words } from "../words/session.tsx"

export const passwordMin = 12

export const passwordHint = words.newPasswordHint(passwordMin)
