/**
 * Numbers for jobs: some services have no other ids, and some of their libraries take no other. It is the time in the
 * job's id (UUID version 7, RFC 9562 §5.7), with as much of its random part as fits into a double without loss.
 */
const timeDigits = 12
/** Bits of the random part: 48 + 5 = 53 (ECMAScript, `Number.MAX_SAFE_INTEGER`). */
const randomBits = 5
const randomDigits = 3
const randomBelow = 2 ** (randomDigits * 4 - randomBits)

export const numberOf = (id: string): number => {
  const hex = id.replaceAll("-", "")
  // The digit between them is the version.
  const random = Number.parseInt(hex.slice(timeDigits + 1, timeDigits + 1 + randomDigits), 16)
  return (
    Number.parseInt(hex.slice(0, timeDigits), 16) * 2 ** randomBits +
    Math.floor(random / randomBelow)
  )
}

/** All ids with a number lie between these; `undefined`: no job has it. */
export const idsOf = (text: string): { readonly from: string; readonly to: string } | undefined => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(number)) return undefined
  const time = Math.floor(number / 2 ** randomBits)
    .toString(16)
    .padStart(timeDigits, "0")
  const least = (number % 2 ** randomBits) * randomBelow
  const idWith = (random: number, rest: string) =>
    `${time.slice(0, 8)}-${time.slice(8)}-7${random.toString(16).padStart(randomDigits, "0")}-${rest}`
  return {
    from: idWith(least, "0000-000000000000"),
    to: idWith(least + randomBelow - 1, "ffff-ffffffffffff")
  }
}
