/**
 * Which letter follows which in names and nicknames. A word with many pairs that are missing here is
 * never a name in the languages that the table was made from, and rarely in others.
 *
 * Made from the names of 17 languages and the nickname words in test/verifier/address/names.ts; a test
 * rebuilds and compares it. Its error rate on other languages is in README.md, "Synthetic".
 */
export const letterPairs: Readonly<Record<string, string>> = {
  a: "abcdefghijklmnopqrstuvwxyz",
  b: "adehijlorsuv",
  c: "acdehikloqrtyz",
  d: "abdeghilmoqrstuvwy",
  e: "abcdefghijklmnopqrstuvwxyz",
  f: "aefgilmorsu",
  g: "adehilnorstuwy",
  h: "acdeilmnortuvwy",
  i: "abcdefghijklmnopqrstuvwxyz",
  j: "aceikosuy",
  k: "aehiklmnorstuwy",
  l: "abcdefghiklmoqrstuvyz",
  m: "abcdeikmnoprsuy",
  n: "abcdefghijklnorstuvyz",
  o: "abcdefghijklmnopqrstuvwyz",
  p: "aehiloprstuy",
  q: "aiuv",
  r: "abcdefghijklmnopqrstuvwyz",
  s: "abcehijklmnoprstuvwyz",
  t: "abehiklmnorstuyz",
  u: "abcdefghijklmnoprstuwxyz",
  v: "aegiloruvy",
  w: "abcdehiklnorsu",
  x: "eiu",
  y: "adeiklmnosu",
  z: "abcdeghiklmnoqtuyz"
}
