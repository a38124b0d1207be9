/** What the fields of passwords share. Password managers tell by it whether a password is a new one. */
import { passwordChars } from "@rcpt/domain/limits"

import { words } from "../words/session.tsx"

export const currentPassword = {
  type: "password",
  name: "password",
  autoComplete: "current-password",
  required: true
}

export const newPassword = {
  ...currentPassword,
  autoComplete: "new-password",
  hint: words.newPasswordHint(passwordChars.min),
  minLength: passwordChars.min
}
