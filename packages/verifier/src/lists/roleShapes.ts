/**
 * Roles with something beside them: `info2`, `sales-eu`, `team-sales`. What stands beside has to be a number,
 * a country, a region or a word for a group: with a surname (`security.jones`) it is a person.
 */

/** Numbers of mailboxes, not years. */
const number = /^\d{1,2}$/

/** ISO 3166-1 alpha-2 of the countries in which companies keep mailboxes apart; not those that are surnames. */
const countries =
  "ae ar at au be bg br ca ch cl cn co cz de dk ee es eu fi fr gb gr hr hu ie il in it jp kr lt lu lv mx nl no nz " +
  "pl pt ro rs ru sa se sg si sk tr tw ua uk us vn za"

/** Parts of the world and of countries, in the languages of the roles. */
const regions =
  "emea apac latam dach mena nordic nordics benelux europe europa asia africa america americas usa global intl " +
  "international worldwide nord north sued sud sur south ost est east west ouest oeste ovest central mitte"

const groups = "team dept department abteilung desk office buero group support service services"

const beside: ReadonlySet<string> = new Set(`${countries} ${regions} ${groups}`.split(" "))

const separators = /[-._]/

const groupFirst: ReadonlySet<string> = new Set(["team", "dept", "department", "abteilung", "the"])

/** The role in it; `undefined`: nothing stands beside one, or another word does. */
export const roleWithin = (
  entry: string,
  isRole: (word: string) => boolean
): string | undefined => {
  const numbered = /^([a-z]{2,})\d{1,2}$/.exec(entry)?.[1]
  if (numbered !== undefined) return isRole(numbered) ? numbered : undefined
  const words = entry.split(separators)
  if (words.length !== 2) return undefined
  const [first = "", second = ""] = words
  if (isRole(first) && (beside.has(second) || number.test(second))) return first
  return groupFirst.has(first) && isRole(second) ? second : undefined
}
