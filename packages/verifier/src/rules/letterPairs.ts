/**
 * Which letter follows which in names and nicknames. A word in which many pairs are missing here is
 * nobody's name in the languages that this was made from, and rarely in another.
 *
 * Made from the names of 17 languages and the words of nicknames in test/verifier/names.ts; a test
 * makes it again and compares. What it does to languages it has not seen: README.md, "Synthetic".
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
