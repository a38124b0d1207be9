/**
 * Mobile telephone numbers of 12 or more digits, as people write them into an address. Shorter numbers need no
 * row: only its length tells a program's number from a person's.
 *
 * This is a table because a library of all numbering plans takes 14 MB of memory and rejects the fictitious
 * numbers that people give as examples.
 */
interface MobileNumberRow {
  /** The country calling code and the first digits of mobile numbers there. */
  readonly prefixes: string
  /** Possible lengths of the whole number with its country calling code. */
  readonly digits: string
  readonly source: string
}

const plans = "ITU-T, national numbering plans (E.164); E.123 for how they are written"

export const mobileNumbers: ReadonlyArray<MobileNumberRow> = [
  { prefixes: "447 491 393 9050 9053 9054 9055 306", digits: "12", source: plans },
  { prefixes: "4915 4916 4917", digits: "12 13", source: plans },
  { prefixes: "436", digits: "12 13 14", source: plans },
  { prefixes: "3519 3538 3584 3585 3598 3736", digits: "11 12", source: plans },
  { prefixes: "375 380 3816 3859 38761 4206 4207 4219", digits: "12", source: plans },
  { prefixes: "9945 9947 9955 9965 9967 9989 9929", digits: "12", source: plans },
  { prefixes: "916 917 918 919 923 989 8107 8108 8109 817 818 819", digits: "12", source: plans },
  {
    prefixes: "8801 97798 97797 9647 2347 2348 2349 22501 22505 22507",
    digits: "13",
    source: plans
  },
  { prefixes: "861", digits: "13", source: plans },
  { prefixes: "8210 8869 959 609 601 639 843 845 847 848 849", digits: "11 12", source: plans },
  { prefixes: "628", digits: "11 12 13 14", source: plans },
  { prefixes: "85620 8551 8556 8557 8558 8559", digits: "11 12 13", source: plans },
  { prefixes: "9665 9715 9639 9627 9677 9725 9705 9720", digits: "12", source: plans },
  { prefixes: "201 2126 2127 2135 2136 2137 2189 2499 2519", digits: "12", source: plans },
  { prefixes: "2217 2332 2335 2376 2438 2439 2449 2507", digits: "12", source: plans },
  { prefixes: "2541 2547 2556 2557 2567 2588 2609 2613 2637", digits: "12", source: plans },
  { prefixes: "521 549 55", digits: "13", source: plans },
  { prefixes: "52 55 573 584 5939 5959 642", digits: "12", source: plans },
  // With the trunk prefix of the country, and no calling code.
  { prefixes: "08 015 016 017 066 067 068 069 09", digits: "12 13", source: plans }
]
