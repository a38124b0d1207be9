/** Parts of a whole in per cent, rounded in one way on every page. */
import { percent } from "./numbers.ts"
import { words } from "./parts.tsx"

const onePercent = 0.01

/**
 * The part in per cent, such as "29%". Only none is 0%, and only all is 100%: less than the half of what they would be
 * rounded from is "under 1%", and what is missing a little is "over 99%".
 */
export const shareText = (part: number, all: number): string => {
  if (part <= 0 || all <= 0) return percent(0)
  if (part >= all) return percent(1)
  const share = part / all
  if (share < onePercent) return words.shares.under(percent(onePercent))
  if (share > 1 - onePercent) return words.shares.over(percent(1 - onePercent))
  return percent(share)
}
