/**
 * Lists as programs export them, with the headers that their importers expect: the column of the people's own addresses
 * is found, which are those at home.test. Others are further addresses, and those of shops, owners and buyers.
 */

import { assert, describe, it } from "../../../support/vitest.ts"
import { encoded, refusalOf, upload } from "./csvWorld.ts"

interface Export {
  readonly program: string
  readonly column: string
  readonly encoding?: string
  readonly text: string
}

const exports: ReadonlyArray<Export> = [
  {
    program: "any, whose column with the plain name has gaps",
    column: "E-Mail",
    text: `Billing email,E-Mail
one@web.test,ann@home.test
two@web.test,
three@web.test,bob@home.test`
  },
  {
    program: "HubSpot, with further addresses and a mistyped one",
    column: "Email",
    text: `Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Last Activity Date (GMT+1),Lead Status,Marketing contact status,Create Date (GMT+1),Associated Company,Additional email addresses,Email Domain,Marketing emails opened,Unsubscribed from all email
901,Gaëlle,Perrin,g.perrin@home.test,04 50 11 22 33,Inès Moreau (ines@shop.test),2026-03-12 09:14,NEW,Marketing contact,2024-03-12 09:14,"Fromagerie, SA",,home.test,3,false
902,Claire,Durand,claire@home.test,,Inès Moreau (ines@shop.test),,,,,,claire@web.test,home.test,,
903,Ola,Noway,,,,,,,,,,,,
904,Tom,Lee,tom@home,,,,,,,,,home,,`
  },
  {
    program: "HubSpot with all properties",
    column: "Email",
    text: `"Record ID","Email hard bounce reason","Emails Bounced","First conversion","Additional email addresses","Email Confirmed","Email","Email address quarantine reason","HubSpot owner email","Last Name"
"1","","0","","anna.alt@web.test","","anna@home.test","","sam@shop.test","Ann"
"2","","0","","","","bob@home.test","","sam@shop.test","Bob"
"3","OTHER","1","","","","carl(at)home.test","","sam@shop.test","Carl"
"4","","0","","","","dora@home.test","","eva@shop.test","Dora"`
  },
  {
    program: "a report of Salesforce, with the address of the owner and a footer",
    column: "Email",
    encoding: "windows-1252",
    text: `"Salutation","First Name","Last Name","Title","Account Name","Mailing Street","Mailing City","Phone","Email","Account Owner","Account Owner: Email"
"Ms.","Rose","Gonzalez","SVP, Procurement","Edge Communications","313 Constitution Place
Austin, TX 78767","Austin","(512) 757-6000","rose@home.test","Sam Sales","sam@shop.test"
"Mr.","Sean","Forbes","CFO","Edge Communications","","Austin","","sean@home.test","Sam Sales","sam@shop.test"
"Mr.","Jack","Rogers","VP","Burlington","","","","","Sam Sales","sam@shop.test"

"Grand Totals (3 records)"

"Confidential Information - Do Not Distribute"
"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."`
  },
  {
    program: "Salesforce's Data Loader",
    column: "EMAIL",
    text: `"ID","ISDELETED","ACCOUNTID","LASTNAME","FIRSTNAME","EMAIL","EMAILBOUNCEDREASON","EMAILBOUNCEDDATE","ISEMAILBOUNCED","HASOPTEDOUTOFEMAIL"
"003xx0001","false","001xx","Gonzalez","Rose","rose@home.test","","","false","false"
"003xx0002","false","001xx","Forbes","Sean","sean@home.test","550 5.1.1","2026-01-01T00:00:00.000Z","true","false"`
  },
  {
    program: "WooCommerce",
    column: "Email",
    text: `Name,Username,"Last Active","Sign Up",Email,Orders,"Total Spend","AOV","Country / Region",City,Region,"Postal Code"
"Ann Lee",ann,"2026-01-01 10:00:00","2025-01-01 10:00:00",ann@home.test,3,30.5,10.17,DE,Bonn,NW,53111
"Bob Ray",,"2026-01-01 10:00:00",,bob@home.test,1,5,5,DE,Bonn,NW,53111`
  },
  {
    program: "a plugin of WooCommerce, whose logins may be addresses",
    column: "user_email",
    text: `ID,customer_id,user_login,user_pass,user_nicename,user_email,user_url,user_registered,display_name,billing_first_name,billing_email,billing_phone
1,1,ann@home.test,$P$Bxyz,ann,ann@home.test,,2025-01-01 10:00:00,Ann,Ann,ann@home.test,123
2,2,bob,$P$Bxyz,bob,bob@home.test,,2025-01-01 10:00:00,Bob,Bob,,
3,3,cy,$P$Bxyz,cy,cy@home.test,,2025-01-01 10:00:00,Cy,Cy,cy@web.test,`
  },
  {
    program: "customers of Stripe",
    column: "Email",
    text: `id,Description,Email,Name,Created (UTC),Delinquent,Card ID,Card Last4,Plan,Status,Total Spend,Payment Count,Refunded Volume,Dispute Losses,userEmail (metadata),tag (metadata)
cus_1,,ann@home.test,Ann,2026-01-01 10:00,false,card_1,4242,,,12.00,1,0.00,0.00,old.ann@web.test,
cus_2,"Bob, of Acme",bob@home.test,Bob,2026-01-01 10:00,false,,,,,0.00,0,0.00,0.00,,
cus_3,,,Cy,2026-01-01 10:00,false,,,,,0.00,0,0.00,0.00,,`
  },
  {
    program: "payments of Stripe, with the address of the shop",
    column: "Customer Email",
    text: `id,Created date (UTC),Amount,Currency,Description,Fee,Status,Customer ID,Customer Description,Customer Email,Invoice ID,Card Name,orderEmail (metadata)
ch_1,2026-01-01 10:00,"12,50",eur,Order 1,0.4,Paid,cus_1,,ann@home.test,,Ann,shop@shop.test
ch_2,2026-01-01 10:00,"12,50",eur,Order 2,0.4,Paid,cus_2,,bob@home.test,,Bob,shop@shop.test
ch_3,2026-01-01 10:00,"12,50",eur,Order 3,0.4,Failed,,,,,,shop@shop.test
ch_4,2026-01-01 10:00,"12,50",eur,Order 4,0.4,Paid,cus_1,,typo@home.test,,Ann,shop@shop.test`
  },
  {
    program: "Eventbrite, with the address of the buyer",
    column: "Email",
    text: `Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Fees Paid,Attendee Status,Home Country,How did you hear about this event?,"What is your friend's email address, if any?",Keep me posted by email,Buyer Email
1001,2026-10-01,Rosa,Delgado,rosa@home.test,1,,Pilot,1,,Eventbrite Completed,USD,10.00,1.00,Attending,US,Friends,,Yes,buyer@web.test
1001,2026-10-01,Jonah,Kim,jonah@home.test,1,,Pilot,2,,Eventbrite Completed,USD,10.00,1.00,Attending,US,Friends,pal@web.test,Yes,buyer@web.test
1002,2026-10-02,Ivy,,,1,,Pilot,3,,Eventbrite Completed,USD,10.00,1.00,Attending,US,Partner,,No,buyer@web.test`
  },
  {
    program: "Thunderbird, with a mistyped address and few second ones",
    column: "Primary Email",
    text: `First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home Address 2,Home City,Home State,Home ZipCode,Home Country,Work Address,Work Address 2,Work City,Work State,Work ZipCode,Work Country,Job Title,Department,Organization,Web Page 1,Web Page 2,Birth Year,Birth Month,Birth Day,Custom 1,Custom 2,Custom 3,Custom 4,Notes
Ann,Lee,Ann Lee,,ann@home.test,ann@web.test,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
Bob,Ray,Bob Ray,,bob@home.test,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
Cy,Lo,Cy Lo,,cy.home.test,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
,,list@home.test,,list@home.test,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,`
  },
  {
    program: "Thunderbird in German",
    column: "Primäre E-Mail-Adresse",
    text: `Vorname,Nachname,Anzeigename,Spitzname,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Messenger-Name,Tel. dienstlich,Tel. privat,Fax-Nummer,Pager-Nummer,Mobil-Tel.-Nr.,Privat: Adresse,Notizen
Jörg,Müller,Jörg Müller,,joerg@home.test,,,,,,,,,
Änne,Weiß,,,aenne@home.test,aenne@web.test,,,,,,,,`
  },
  {
    program: "Numbers in German",
    column: "E-Mail (privat)",
    text: `Tabelle 1;;;;
Vorname;Nachname;E-Mail (privat);E-Mail (Arbeit);Telefon
Ann;Lee;ann@home.test;;0123
Bob;Ray;bob@home.test;bob@web.test;
Cy;;;cy@web.test;
Dee;;dee@home.test;;`
  },
  {
    program: "a vCard of Apple",
    column: "EMAIL;type=INTERNET;type=HOME;type=pref",
    text: `FN,N,ORG,EMAIL;type=INTERNET;type=HOME;type=pref,EMAIL;type=INTERNET;type=WORK,TEL;type=CELL,item1.EMAIL;type=INTERNET,item1.X-ABLabel
Ann Lee,"Lee;Ann;;;",,ann@home.test,,0123,,
Bob Ray,"Ray;Bob;;;",Acme;,bob@home.test,bob@web.test,,bob2@web.test,_$!<Other>!$_`
  },
  {
    program: "Brevo",
    column: "EMAIL",
    text: `CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;DOUBLE_OPT-IN;ADDED_TIME;MODIFIED_TIME;REFERRER_EMAIL
1;ann@home.test;Ann;Lee;491761234;No;No;1;12-04-2026 09:30;13-04-2026 10:00;
2;bob@home.test;Bob;Ray;;Yes;No;1;12-04-2026 09:30;13-04-2026 10:00;ref@web.test
3;;Cy;;491761235;No;No;;12-04-2026 09:30;;`
  },
  {
    program: "Brevo with commas",
    column: "EMAIL",
    text: `\ufeff"EMAIL","FIRSTNAME","LASTNAME","WHATSAPP","EXT_ID","CONTACT_TIMEZONE","LISTS"
"ann@home.test","Ann","Lee","","","","[3,5]"
"bob@home.test","Bob","Ray","","","","[3]"`
  },
  {
    program: "ActiveCampaign",
    column: "Email",
    text: `Contact ID,First Name,Last Name,Email,Phone,Account,Job Title,Date Created,Last Updated Date,IP Address,Email Local Part,Email Domain,Email Soft Bounce Count,Email Hard Bounce Date,Status,Tags
1,Ann,Lee,ann@home.test,,,,2026-01-01 10:00:00,2026-01-01 10:00:00,192.0.2.1,ann,home.test,0,,Active,"vip, customer"
2,Bob,Ray,bob@home.test,,,,2026-01-01 10:00:00,2026-01-01 10:00:00,0.0.0.0,bob,home.test,1,2026-01-02,Active,`
  },
  {
    program: "Notion",
    column: "Email",
    text: `\ufeffName,Email,Created by,Company,Tags,Referred by
Ann Lee,ann@home.test,Sam,Acme (https://www.notion.test/Acme-0123),"lead, warm",
Bob Ray,mailto:bob@home.test,Sam,,,Ann Lee (https://www.notion.test/Ann-0123)
"Cy
Lo",,Sam,,,`
  },
  {
    program: "Notion in German",
    column: "Persönliche Mail",
    text: `\ufeffContact,"Persönliche Mail","Sent mails",Company
Ann,ann@home.test,3,Acme
Bob,bob@home.test,,Acme`
  },
  {
    program: "Mailchimp",
    column: "Email Address",
    text: `"Email Address","First Name","Last Name",Address,"Phone Number",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS
ann@home.test,Ann,Lee,,,2,,,"2026-03-16 14:40:47",192.0.2.1,,,,,,,,"2026-03-16 14:40:47",1,abc,,"""VIP"",""Blog"""
bob@home.test,,,,,2,,,"2026-03-16 14:40:47",,,,,,,,,"2026-03-16 14:40:47",2,abd,,`
  },
  {
    program: "Constant Contact",
    column: "Email address - other",
    text: `"Email address - other","Email address - work","First name","Last name","Email permission status - other","Email update source - other","Email Lists","Confirmed Opt-Out Date - other"
"ann@home.test","","Ann","Lee","Express","Added by you","Main",""
"bob@home.test","bob@web.test","Bob","Ray","Implied","Added by you","Main",""
"cy@home","","Cy","Lo","Implied","Added by you","Main",""`
  },
  {
    program: "Outlook in German",
    column: "E-Mail-Adresse",
    encoding: "windows-1252",
    text: `"Anrede","Vorname","Weitere Vornamen","Nachname","Suffix","Firma","Abteilung","Position","E-Mail-Adresse","E-Mail-Typ","E-Mail: Angezeigter Name","E-Mail 2: Adresse","E-Mail 2: Typ","E-Mail 2: Angezeigter Name","Notizen"
"Herr","Jörg","","Müller","","","","","joerg@home.test","SMTP","Jörg Müller (joerg@home.test)","","","",""
"","Änne","","Weiß","","","","","aenne@home.test","SMTP","aenne@home.test","aenne@web.test","SMTP","aenne@web.test","Zeile 1
Zeile 2"
"","Intern","","","","","","","/o=Acme/ou=First/cn=Recipients/cn=intern","EX","Intern","","","",""`
  },
  {
    program: "Zoho",
    column: "Email",
    text: `Record Id,Contact Owner.id,Contact Owner,Lead Source,First Name,Last Name,Account Name,Email,Secondary Email,Email Opt Out,Created By,Phone
zcrm_1,zcrm_9,Sam,,Ann,Lee,Acme,ann@home.test,,false,Sam,
zcrm_2,zcrm_9,Sam,,Bob,Ray,Acme,bob@home.test,bob@web.test,true,Sam,
zcrm_3,zcrm_9,Sam,,Cy,Lo,Acme,cy@home,,true,Sam,`
  },
  {
    program: "Pipedrive",
    column: "Person - Email - Work",
    text: `Person - Name,Person - Label,Person - Organization,Person - Phone - Work,Person - Email - Work,Person - Email - Home,Person - Email - Other,Person - Owner,Person - Email messages count,Person - Last email received,Person - ID
Ann Lee,,Acme,,ann@home.test,,,Sam,3,2026-01-01 10:00:00,1
Bob Ray,,Acme,,bob@home.test,bob@web.test,,Sam,0,,2
Cy Lo,,Acme,,cy.home.test,,,Sam,0,,3`
  },
  {
    program: "customers of Shopify",
    column: "Email",
    text: `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'6001,Ann,Lee,ann@home.test,yes,,,,'53111,,,no,0.00,0,,no,newsletter
'6002,Bob,Ray,bob@home.test,no,,"Main St. 1, 2nd floor",,'53111,'+4912345,,no,10.00,1,"asked by bob2@web.test",no,`
  },
  {
    program: "orders of Shopify",
    column: "Email",
    text: `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Created at,Lineitem quantity,Lineitem name,Billing Name,Notes,Employee,Tags
#1001,ann@home.test,paid,2026-01-01 10:00:00 +0100,,,yes,EUR,10.00,0,0,10.00,,2026-01-01,1,Mug,Ann,,,
#1001,ann@home.test,,,,,,,,,,,,2026-01-01,1,Cup,,,,
#1002,bob@home.test,paid,2026-01-01 10:00:00 +0100,,,yes,EUR,10.00,0,0,10.00,,2026-01-01,1,Mug,Bob,,,`
  },
  {
    program: "Squarespace, with the address of who pays",
    column: "Email Address",
    text: `"First Name","Last Name","Email Address","Subscriber Source","Created On","Billing Name","Billing Email","Accepts Marketing","Mailing Lists"
"Ann","Lee","ann@home.test","Form","2026-01-01","","","TRUE","News"
"Bob","Ray","bob@home.test","Order","2026-01-01","Acme","buyer@web.test","TRUE","News"
"Cy","","cy@home.test","Order","2026-01-01","Acme","buyer@web.test","TRUE","News"
"Dee","","dee@home,test","Order","2026-01-01","","","TRUE","News"`
  },
  {
    program: "Google Forms in German",
    column: "Ihre E-Mail-Adresse (für die Bestätigung, wird nicht weitergegeben)",
    text: `"Zeitstempel","Nutzername","Wie heißen Sie?","Ihre E-Mail-Adresse (für die Bestätigung, wird nicht weitergegeben)","Dürfen wir Ihnen E-Mails schicken?"
"2026/01/01 10:00:00 AM MEZ","","Ann","ann@home.test","Ja, gern"
"2026/01/01 10:00:00 AM MEZ","","Bob","bob@home.test ","Nein"`
  },
  {
    program: "Typeform",
    column: "*What is your email?*",
    text: `#,What's your name?,*What is your email?*,Can we email you?,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags
abc1,Ann,ann@home.test,1,completed,2026-01-01 10:00:00,,2026-01-01 10:01:00,n1,
abc2,Bob,bob@home.test,0,completed,2026-01-01 10:00:00,,2026-01-01 10:01:00,n2,`
  }
]

describe("The export", () => {
  for (const { program, column, encoding, text } of exports)
    it.effect(`is read by the addresses of people: ${program}`, function* () {
      const file = `${text}\n`
      const { header, chunks } = yield* upload(encoding ? encoded(encoding, file) : file)
      assert.strictEqual(header.columns[header.emailColumn], column)
      const emails = chunks.flatMap((chunk) => chunk.emails).filter((email) => email !== "")
      assert.isNotEmpty(emails)
      for (const email of emails) assert.notMatch(email, /@(?:web|shop)\.test$/)
    })

  it.effect(
    "without the word in its header is refused with its column: Outlook in French",
    function* () {
      const file = `"Prénom","Adresse de messagerie","Type de messagerie","Adresse de messagerie 2"
"Rémi","remi@home.test","SMTP",""
"Zoë","zoe@home.test","SMTP","zoe@web.test"
`
      const sentence = yield* refusalOf(encoded("windows-1252", file))
      assert.include(sentence, 'column 2, "Adresse de messagerie"')
    }
  )
})
