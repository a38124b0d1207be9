/** The rule for a new password. `passwordChars` of the domain decides; a test compares the two. */
export const passwordMin = 12

export const passwordHint = `At least ${passwordMin} characters, and not a common password. A phrase of several words is best.`
