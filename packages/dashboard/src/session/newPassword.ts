/** The rule for a new password, as pages say it. */
import { passwordChars } from "@rcpt/domain/limits"

import { words } from "../words/session.tsx"

export const passwordHint = words.newPasswordHint(passwordChars.min)
