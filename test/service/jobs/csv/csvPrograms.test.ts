/** Lists as programs write them and people send them: the column, the header and the encoding that are found. */
import type { Delimiter } from "@rcpt/api/listStart"

import { assert, describe, it } from "../../../support/vitest.ts"
import { encoded, upload } from "./csvWorld.ts"

interface Expected {
  readonly columns: ReadonlyArray<string>
  readonly emails: ReadonlyArray<string>
  readonly preamble?: string
  readonly delimiter?: Delimiter
  readonly encoding?: string
}

const files: ReadonlyArray<readonly [what: string, file: string | Buffer, expected: Expected]> = [
  [
    "Google Contacts, whose labels come before the values",
    "Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value\n" +
      "Ann,* Work,ann@x.org,Home,\nBob,Home,bob@x.org,,\n",
    {
      columns: [
        "Name",
        "E-mail 1 - Label",
        "E-mail 1 - Value",
        "E-mail 2 - Label",
        "E-mail 2 - Value"
      ],
      emails: ["ann@x.org", "bob@x.org"]
    }
  ],
  [
    "the same name twice, the second with the addresses",
    "email,email,name\n,ann@x.org,Ann\n,bob@x.org,Bob\n",
    { columns: ["email", "email", "name"], emails: ["ann@x.org", "bob@x.org"] }
  ],
  [
    "a domain before the address",
    "Email Domain,Email Address\nx.org,ann@x.org\n",
    { columns: ["Email Domain", "Email Address"], emails: ["ann@x.org"] }
  ],
  [
    "an opt-out before the address, as HubSpot has it",
    "Marketing emails opted out,Work email\nfalse,ann@x.org\n",
    { columns: ["Marketing emails opted out", "Work email"], emails: ["ann@x.org"] }
  ],
  ["a blank in the name", "E Mail\nann@x.org\n", { columns: ["E Mail"], emails: ["ann@x.org"] }],
  [
    "a hyphen that does not break, full-width letters, a space without width",
    "E\u2011Mail;Ｅｍａｉｌ 2;Em\u200bail\n;;ann@x.org\n",
    {
      columns: ["E\u2011Mail", "Ｅｍａｉｌ 2", "Em\u200bail"],
      emails: ["ann@x.org"],
      delimiter: ";"
    }
  ],
  [
    "semicolons, and more commas within the header",
    "Contact e-mail (work, private);Name, first;City, zip\nann@x.org;Ann;Bonn\n",
    {
      columns: ["Contact e-mail (work, private)", "Name, first", "City, zip"],
      emails: ["ann@x.org"],
      delimiter: ";"
    }
  ],
  [
    "Excel's line about the separator",
    "sep=;\r\nName;Email\r\nAnn;ann@x.org\r\n",
    { columns: ["Name", "Email"], emails: ["ann@x.org"], preamble: "sep=;\r\n", delimiter: ";" }
  ],
  [
    "LinkedIn's notes before the header",
    'Notes:\n"When exporting your connection data, you may notice that some email addresses are missing."\n\n' +
      "First Name,Last Name,Email Address,Company\nAnn,Lee,ann@x.org,Acme\nBob,Ray,,Acme\n",
    {
      columns: ["First Name", "Last Name", "Email Address", "Company"],
      emails: ["ann@x.org", ""],
      preamble:
        'Notes:\n"When exporting your connection data, you may notice that some email addresses are missing."\n\n'
    }
  ],
  [
    "a title and a row of blank cells",
    "Email list 2026\n;;\nName;Email;City\nAnn;ann@x.org;Bonn\n",
    {
      columns: ["Name", "Email", "City"],
      emails: ["ann@x.org"],
      preamble: "Email list 2026\n;;\n",
      delimiter: ";"
    }
  ],
  [
    "the end of a file of DOS",
    "email\r\nann@x.org\r\n\u001a",
    { columns: ["email"], emails: ["ann@x.org"] }
  ],
  [
    "Russian in Windows-1251",
    encoded("windows-1251", "Имя;Email\nАнна;anna@x.org\n"),
    { columns: ["Имя", "Email"], emails: ["anna@x.org"], delimiter: ";", encoding: "windows-1251" }
  ],
  [
    "Russian in KOI8-R",
    encoded("koi8-r", "Имя;Email\nАнна Иванова;anna@x.org\nСергей Петров;petrov@x.org\n"),
    {
      columns: ["Имя", "Email"],
      emails: ["anna@x.org", "petrov@x.org"],
      delimiter: ";",
      encoding: "koi8-u"
    }
  ],
  [
    "Japanese in Shift_JIS",
    encoded(
      "shift_jis",
      "氏名,メール,email\n田中太郎,仕事,tanaka@x.org\n鈴木花子,個人,suzuki@x.org\n"
    ),
    {
      columns: ["氏名", "メール", "email"],
      emails: ["tanaka@x.org", "suzuki@x.org"],
      encoding: "shift_jis"
    }
  ],
  [
    "Chinese in GBK",
    encoded("gbk", "姓名,email\n王小明,wang@x.org\n李娜,li@x.org\n张伟,zhang@x.org\n"),
    {
      columns: ["姓名", "email"],
      emails: ["wang@x.org", "li@x.org", "zhang@x.org"],
      encoding: "gb18030"
    }
  ],
  [
    "Chinese in Big5",
    encoded("big5", "姓名,email\n王小明,wang@x.org\n陳怡君,chen@x.org\n林志豪,lin@x.org\n"),
    {
      columns: ["姓名", "email"],
      emails: ["wang@x.org", "chen@x.org", "lin@x.org"],
      encoding: "big5"
    }
  ],
  [
    "Korean in EUC-KR",
    encoded("euc-kr", "이름,email\n김민수,kim@x.org\n이영희,lee@x.org\n"),
    { columns: ["이름", "email"], emails: ["kim@x.org", "lee@x.org"], encoding: "euc-kr" }
  ],
  [
    "Polish in ISO-8859-2",
    encoded(
      "iso-8859-2",
      "Imię;Email\nŁukasz Wiśniewski;l@x.org\nMałgorzata Dąbrowska;m@x.org\nPaweł Zieliński;p@x.org\n"
    ),
    {
      columns: ["Imię", "Email"],
      emails: ["l@x.org", "m@x.org", "p@x.org"],
      delimiter: ";",
      encoding: "iso-8859-2"
    }
  ]
]

describe("A list", () => {
  for (const [what, file, { columns, emails, ...format }] of files)
    it.effect(`is read with ${what}`, function* () {
      const { header, chunks } = yield* upload(file)
      assert.deepStrictEqual(header.columns, columns)
      assert.deepStrictEqual(
        chunks.flatMap((chunk) => chunk.emails),
        emails
      )
      assert.deepStrictEqual(header.format, {
        delimiter: ",",
        encoding: "utf-8",
        preamble: "",
        ...format
      })
    })
})
