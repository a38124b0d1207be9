/**
 * How often each letter follows each other one in names and nicknames. A letter has one digit of base 36 for each
 * letter that may follow, from `a` to `z`: 0 if the pair is in hardly any name, `f` if it is as frequent as among
 * random letters, and six more for e times as frequent.
 *
 * The table is made from the lists of names and the nickname words in test/verifier/address by `followersIn.ts`; a
 * test rebuilds and compares it. Its error rate on other languages is in README.md, "Synthetic".
 */
export const followers: Readonly<Record<string, string>> = {
  a: "4cce46ccf7fjhq860nhibd60da",
  b: "p009q02fjc0e00n00m50h20090",
  c: "m066k19tl0ga01l14a09941019",
  d: "o80dn05cm808c0n03ma0i0a09g",
  e: "b89ec8abf6flen3a0phj8g80ad",
  f: "o007og77l00eaej00og7h00070",
  g: "pab8j00kla068el00ia9mbf0c0",
  h: "r544m000m888eal00g2clc90c0",
  i: "j6jeh6e207hjhod81jki9903ca",
  j: "s0e0m049k0b007q00474k00090",
  k: "q000k00ml06902o20jh4g6e0d0",
  l: "p28em797o79k76l000c9ib20e7",
  m: "tcc6l078o081b3k30763i090c5",
  n: "p5ekk0nbl9g50ig001hg9150c5",
  o: "9cdc97ac99djho980mjheke06c",
  p: "p444p00mk00900mf0j47f00090",
  q: "o222b22fo22222i22222thb2b2",
  r: "pabfm0e8o8a89ej33eegf600f9",
  s: "m0dal00nj3hac7k809jkh9309b",
  t: "o630m01mm98b48k00jkgf109ae",
  u: "gdcfh1bah7ikfmca0nkf5075ba",
  v: "r0b7m027r07f02i00i70d22090",
  w: "s488n04em84404l00dj0d000h0",
  x: "n2e2n22oo222b2l2222bk222b2",
  y: "s25el207i2dgcji05cgbj07025",
  z: "q99dn07lm0ca7ah37707hf70f9"
}
