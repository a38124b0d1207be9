/**
 * Which rows of a list are data (decisions.md §2), by one rule for the service, the dashboard and the command line. It
 * is learnt from the first rows, so that a list is read as it arrives and each reading agrees.
 */
import { addressOf, mayBeNamedEmail, plainName } from "./listCells.ts"
import type { ListStart } from "./listStart.ts"

// Placeholders: what people and programs write where there is no address, without marks and blanks (`plainName`).

const words: ReadonlyArray<string> = [
  // Spreadsheets, databases and programs: #N/A, \\N, False (Odoo), anonymous (Microsoft Forms), 0 (a formula).
  "n/a n a null nil none nan undefined empty blank missing false anonymous 0 x tbd tba #NV #REF! #VALUE! #NAME?",
  "unknown,not available,not applicable,not provided,not given,not set,not specified,no email,no e-mail,no mail",
  "no email address,without email,(none),(blank)",
  // German
  "unbekannt,keine,keiner,kein,k. A.,keine Angabe,keine E-Mail,keine Mail,kein Email,keine E-Mail-Adresse,ohne,fehlt",
  "nicht vorhanden,nicht angegeben,nicht bekannt,leer,entfällt,anonym,ohne E-Mail",
  // French
  "aucun,aucune,inconnu,inconnue,néant,s/o,n.c.,n.d.,non renseigné,vide,sans,pas d'email,pas de mail,sans email",
  // Spanish, Portuguese, Italian, Catalan, Romanian
  "ninguno,ninguna,desconocido,sin correo,sin email,no tiene,no disponible,vacío,sin datos,no consta",
  "nenhum,nenhuma,desconhecido,não tem,sem email,sem e-mail,vazio,não informado,não possui",
  "nessuno,nessuna,sconosciuto,non disponibile,vuoto,assente,senza email,cap,desconegut,fără,necunoscut,lipsă",
  // Dutch, Swedish, Danish, Norwegian, Finnish
  "geen,onbekend,n.v.t.,leeg,geen email,geen e-mail,saknas,ingen,okänd,ukendt,ukjent,mangler,ei ole,tuntematon,puuttuu",
  // Polish, Czech, Slovak, Hungarian, Croatian, Lithuanian, Latvian, Estonian
  "brak,nieznany,brak danych,není,žádný,neznámý,nie je,neznámy,nincs,ismeretlen,nema,nepoznato,nėra,nav,puudub",
  // Turkish, Greek, Indonesian, Vietnamese
  "yok,bilinmiyor,δεν υπάρχει,άγνωστο,tidak ada,không có",
  // Russian, Ukrainian, Bulgarian
  "нет,неизвестно,отсутствует,не указан,не указано,нету,немає,невідомо,няма,неизвестен",
  // Chinese, Japanese, Korean, Thai, Arabic, Hebrew
  "无,無,没有,未知,不详,なし,無し,不明,未登録,없음,ไม่มี,لا يوجد,غير معروف,אין,לא ידוע"
]

const placeholders: ReadonlySet<string> = new Set(
  words.flatMap((line) => line.split(line.includes(",") ? "," : " ")).map(plainName)
)

/** Characters: the longest is shorter. */
const charsMax = 30

/** Whether a cell stands for no address. A line of dashes is one, too: it has neither letter nor digit. */
const isPlaceholder = (cell: string): boolean => {
  if (cell.length > charsMax && /[\p{L}\p{N}]/u.test(cell)) return false
  const word = plainName(cell)
  return word === "" || placeholders.has(word)
}

// Rows

type Cells = ReadonlyArray<string>

const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== ""

const filledIn = (cells: Cells): number => cells.filter(isFilled).length

/** The largest share of rows with an address that may look like a row for it to be unusual. */
const rareShare = 0.05

/** Columns that rows with an address fill, so that a row without any of them is another one. Of one it may be a gap. */
const alwaysFilledMin = 2

/** A row that leaves out more than this part of those columns is another one: a second line of a header. */
const gapsMax = 0.6

/** A row that fills less than this part of what others do is another one. Gaps of people are fewer. */
const filledPartMin = 0.5

/** How the rows with an address are made. */
interface Shape {
  readonly column: number
  /** The names of all columns, plainly; empty without a header. */
  readonly names: ReadonlySet<string>
  readonly name: string
  /** Rows of fewer cells are rare. */
  readonly widthMin: number
  readonly widthMax: number
  /** Rows of fewer filled cells are rare. */
  readonly filledMin: number
  /** Other columns that nearly all rows fill. */
  readonly always: ReadonlyArray<number>
}

const shapeOf = ({ columns, rows, headerLength }: ListStart, column: number): Shape => {
  const withAddress = rows.filter((row) => row[column]?.includes("@"))
  const count = withAddress.length
  const inOrder = (numbers: ReadonlyArray<number>) => numbers.toSorted((one, other) => one - other)
  const widths = inOrder(withAddress.map(({ length }) => length))
  const filled = inOrder(withAddress.map(filledIn))
  const rare = Math.floor(count * rareShare)
  const always = columns.flatMap((_, at) => {
    if (at === column) return []
    const gaps = withAddress.filter((row) => !isFilled(row[at])).length
    return count > 0 && gaps <= count * rareShare ? [at] : []
  })
  const names = headerLength === 0 ? [] : columns.map(plainName).filter((name) => name !== "")
  return {
    column,
    names: new Set(names),
    name: headerLength === 0 ? "" : plainName(columns[column] ?? ""),
    widthMin: widths[rare] ?? 0,
    filledMin: filled[rare] ?? 0,
    widthMax: widths.at(-1) ?? Infinity,
    always: always.length < alwaysFilledMin ? [] : always
  }
}

/** A name of the column of addresses, as the second line of a header or a header of another table has it. */
const isHeaderCell = (cell: string, { name }: Shape): boolean =>
  plainName(cell) === name ||
  (mayBeNamedEmail(cell) && !/[.]\S/.test(cell)) ||
  isImportId.test(cell)

/** The third header line of Qualtrics, and the second of SurveyMonkey. */
const isImportId = /^\{"ImportId":|^(?:open-ended )?response$/i

/** Cells that are names of columns, from which a row is a header. */
const namedCellsMin = 2

const isHeaderRow = (cells: Cells, { names }: Shape): boolean => {
  const filled = cells.filter(isFilled)
  const named = filled.filter((cell) => names.has(plainName(cell))).length
  return named >= namedCellsMin && named * 2 >= filled.length
}

/** A sum, in the languages of spreadsheets: `Total: 3`, `Grand Totals (3 records)`, `Gesamt 5`, `(2 rows affected)`. */
const sum =
  /^\(?(?:(?:grand|overall)\s+)?(?:(?:sub|zwischen|end|gesamt|general)[\s-]?)?(?:total(?:e|s|en|es|t)?|totaal|sum(?:me|a|ma)?|somme|gesamt(?:ergebnis|zahl)?|ergebnis|insgesamt|anzahl|count|razem|celkem|összesen|yhteensä|toplam|итого|всего|合計|小計|总计)(?![\p{L}.@])[^@]{0,40}$|^\(?[\d.,\s]+(?:rows?|records?|zeilen|datensätze|lignes|filas|entries|einträge)\b[^@]{0,40}$/iu

/** Words from which a text is a sentence. Nobody types an address of so many. */
const sentenceWordsMin = 4

const isSentence = (cell: string): boolean => cell.trim().split(/\s+/).length >= sentenceWordsMin

/** Whether a row is unlike those with an address: a footer, a title of a group, another table. */
const isUnusual = (cells: Cells, shape: Shape): boolean => {
  const { widthMin, widthMax, filledMin, always } = shape
  if (cells.length < widthMin) return true
  const filled = filledIn(cells)
  if (filled < filledMin && (filled === 1 || filled < filledMin * filledPartMin)) return true
  // A row with a comma too many has its address in the next column: that mistake is told.
  if (cells.length > widthMax && !cells.some((cell) => cell.includes("@"))) return true
  const gaps = always.filter((at) => !isFilled(cells[at])).length
  return always.length > 0 && gaps > always.length * gapsMax
}

const isNoData = (cells: Cells, cell: string, shape: Shape): boolean =>
  isPlaceholder(cell) ||
  isUnusual(cells, shape) ||
  isHeaderCell(cell, shape) ||
  isHeaderRow(cells, shape) ||
  sum.test(cell) ||
  // A list of one column has no shape but that of its cells.
  (shape.widthMax === 1 && isSentence(cell))

/** The address of a row as it is verified. Empty: it has none. */
export type AddressOfRow = (cells: Cells) => string

/** Reads the address of each row of a list, by its start. Only a cell without `@` is looked at closely. */
export const rowReader = (start: ListStart, column: number): AddressOfRow => {
  const shape = shapeOf(start, column)
  return (cells) => {
    const cell = addressOf(cells[column] ?? "")
    return cell === "" || cell.includes("@") || !isNoData(cells, cell, shape) ? cell : ""
  }
}
