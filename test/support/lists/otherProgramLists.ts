/**
 * Lists as programs export them and people send them. The addresses to verify are those at home.test, in their order;
 * cells with "oops" are mistakes, which are verified and charged.
 */
export interface Sample {
  readonly program: string
  readonly text: string
  /** Nothing of it is a list. */
  readonly refused?: boolean
  readonly encoding?: string
  /** The cells that are verified, where those are others. */
  readonly expect?: ReadonlyArray<string>
}

const T = "\t"

export const otherProgramLists: ReadonlyArray<Sample> = [
  {
    program: "Entra, the users with a second address",
    text: `userPrincipalName,displayName,alternateEmailAddress
ann@home.test,Ann,
bob@home.test,Bob,bob@second.test
cy@home.test,Cy,
`
  },
  {
    program: "SurveyMonkey, a question for the address",
    text: `Respondent ID,Collector ID,Email Address,How was it?
,,Open-Ended Response,Response
11,22,ann@home.test,Good
12,22,bob@home.test,Bad
`
  },
  {
    program: "a name as Shift_JIS",
    encoding: "shift_jis",
    text: `email,名前
ann@home.test,山田太郎
bob@home.test,鈴木花子
`
  },
  {
    program: "Salesforce summary with subtotals",
    text: `"Account Owner","Email","Title","Amount"
"Sam","rose@home.test","SVP","10"
"Sam","sean@home.test","CFO","20"
"Subtotal","Sum: 2","","30"
"Kim","jack@home.test","VP","5"
"Subtotal","Sum: 1","","5"
"Total","Sum: 3","","35"
`
  },
  {
    program: "Excel pivot",
    text: `E-Mail;Anzahl von Bestellung
ann@home.test;3
bob@home.test;4
(Leer);1
Gesamtergebnis;8
`
  },
  {
    program: "Teams attendance, older",
    text: `Meeting Summary
Total Number of Participants${T}3
Meeting Title${T}Weekly
Meeting Start Time${T}11/28/2026, 9:00:00 AM
Meeting End Time${T}11/28/2026, 10:00:00 AM

Full Name${T}Join Time${T}Leave Time${T}Duration${T}Email${T}Role${T}Participant ID (UPN)
Ann Lee${T}11/28/2026, 9:00:00 AM${T}11/28/2026, 10:00:00 AM${T}1h${T}ann@home.test${T}Organizer${T}ann@up.test
Bob Ray${T}11/28/2026, 9:00:00 AM${T}11/28/2026, 10:00:00 AM${T}1h${T}bob@home.test${T}Presenter${T}bob@up.test
`
  },
  {
    program: "SurveyMonkey, contact fields",
    text: `Respondent ID,Collector ID,Start Date,End Date,Please leave your details,,,,How was it?
,,,,Name,Email Address,Phone Number,Company,Response
1,2,11/01/2026,11/01/2026,Ann,ann@home.test,12,Acme,Good
2,2,11/01/2026,11/01/2026,Bob,bob@home.test,,,Bad
3,2,11/01/2026,11/01/2026,,,,,Bad
`
  },
  {
    program: "SurveyMonkey, two rows, Email Address metadata filled",
    text: `Respondent ID,Collector ID,Email Address,First Name,How was it?,Anything else?
,,,,Response,Open-Ended Response
1,2,ann@home.test,Ann,Good,
2,2,bob@home.test,Bob,Bad,no
`
  },
  {
    program: "SQL*Plus",
    text: `EMAIL                ,NAME ,CITY
---------------------,-----,-----
ann@home.test        ,Ann  ,Bonn
bob@home.test        ,Bob  ,Ulm

2 rows selected.
`
  },
  {
    program: "Zoom webinar padded, many panelists",
    text: `Attendee Report,,,,,,,,,,,,,
Report Generated:,"Mar 23, 2026 6:26 PM",,,,,,,,,,,,
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered,# Cancelled,Unique Viewers,Total Users,Max Concurrent Views,Enable Registration,,,,
Masterclass,847 5984 1045,"Mar 22, 2026 7:13 PM",282,3576,5,1805,3657,1034,Yes,,,,
Host Details,,,,,,,,,,,,,
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name,,,,,,
Yes,Host,host@shop.test,"Mar 22, 2026 19:13:27","Mar 22, 2026 23:55:19",282,No,India,,,,,,
Panelist Details,,,,,,,,,,,,,
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name,,,,,,
Yes,P1,p1@shop.test,"Mar 22, 2026 19:28:32","Mar 22, 2026 23:55:19",267,Yes,India,,,,,,
Yes,P1,p1@shop.test,"Mar 22, 2026 20:52:29","Mar 22, 2026 23:55:19",183,Yes,India,,,,,,
Yes,P2,p2@shop.test,"Mar 22, 2026 19:48:38","Mar 22, 2026 23:55:18",247,Yes,India,,,,,,
Attendee Details,,,,,,,,,,,,,
Attended,User Name (Original Name),First Name,Last Name,Email,Phone,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name,Source
Yes,Ann Lee,Ann,Lee,ann@home.test,98,"Mar 20, 2026 19:28:32",approved,"Mar 22, 2026 19:28:32","Mar 22, 2026 23:55:19",200,Yes,India,
Yes,Bob Ray,Bob,Ray,bob@home.test,98,"Mar 20, 2026 19:28:32",approved,"Mar 22, 2026 19:28:32","Mar 22, 2026 23:55:19",200,Yes,India,
No,Cy Day,Cy,Day,cy@home.test,98,"Mar 20, 2026 19:28:32",approved,--,--,--,--,--,
No,Di Day,Di,Day,di@home.test,98,"Mar 20, 2026 19:28:32",approved,--,--,--,--,--,
Other Attended,,,,,,,,,,,,,
User Name,Join Time,Leave Time,Time in Session (minutes),Country/Region Name,,,,,,,,,
+49123,"Mar 22, 2026 19:28:32","Mar 22, 2026 23:55:19",200,India,,,,,,,,,
`
  },
  {
    program: "Zoom registration report",
    text: `Meeting Registration Report
Topic,Meeting ID,Scheduled Time,Duration (minutes),# Registered,# Cancelled
Weekly,123,"Nov 28, 2026 9:00",60,3,0
Registrant Details
First Name,Last Name,Email,Registration Time,Approval Status
Ann,Lee,ann@home.test,"Nov 20, 2026 9:00",approved
Bob,Ray,bob@home.test,"Nov 20, 2026 9:00",pending
Cy,Day,cy@home.test,"Nov 20, 2026 9:00",approved
`
  },
  {
    program: "Exchange Get-Recipient",
    text: `"Name","RecipientType","EmailAddresses"
"ann","UserMailbox","SMTP:ann@home.test"
"bob","UserMailbox","SIP:bob@up.test;SMTP:bob@home.test;smtp:bob@old.test"
"cy","MailUser","SMTP:cy@home.test;x500:/o=Exch/cn=cy"
`,
    expect: ["ann@home.test", "bob@home.test", "cy@home.test"]
  },
  {
    program: "Exchange with WindowsEmailAddress",
    text: `"Alias","EmailAddresses","EmailAddressPolicyEnabled","PrimarySmtpAddress","WindowsEmailAddress"
"ann","smtp:ann@old.test SMTP:ann@home.test","True","ann@home.test","ann@home.test"
"bob","SMTP:bob@home.test","True","bob@home.test","bob@home.test"
`,
    expect: ["ann@home.test", "bob@home.test"]
  },
  {
    program: "Entra groups members",
    text: `id,userPrincipalName,displayName,objectType,userType,isUser,isGroup,isGuest,mail
1,ann@home.test,Ann,User,Member,True,False,False,
`,
    refused: true
  },
  {
    program: "Entra with guests",
    text: `userPrincipalName,displayName,mail,userType,alternateEmailAddress
ann_acme.com#EXT#@home.onmicrosoft.com,Ann,ann@home.test,Guest,
bob_acme.com#EXT#@home.onmicrosoft.com,Bob,bob@home.test,Guest,
cy@up.test,Cy,cy@home.test,Member,
`
  },
  {
    program: "Google Workspace users",
    text: `First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Status [READ ONLY],Recovery Email,Home Secondary Email,Work Secondary Email
Ann,Lee,ann@home.test,****,Active,ann@web.test,,
Bob,Ray,bob@home.test,****,Active,,,
`
  },
  {
    program: "Canvas gradebook",
    text: `Student,ID,SIS User ID,SIS Login ID,Email,Section,Essay (12)
    Points Possible,,,,,,10
"Lee, Ann",1,s1,annl,ann@home.test,A,9
"Ray, Bob",2,s2,bobr,bob@home.test,A,8
`
  },
  {
    program: "SAP list with borders",
    text: `--------------------------------------
|Kunde|E-Mail          |Ort    |
--------------------------------------
|1    |ann@home.test   |Bonn   |
|2    |bob@home.test   |Köln   |
|3    |oops.home.test  |Ulm    |
--------------------------------------
`
  },
  {
    program: "mysql batch",
    text: `id\temail\tname
1\tann@home.test\tAnn
2\tNULL\tBob
3\tcy@home.test\tCy
`
  },
  {
    program: "placeholders in languages",
    text: `nombre;correo email;ciudad
Ana;ana@home.test;Lugo
Bea;ninguno;Lugo
Cas;desconocido;Lugo
Dan;sin correo;Lugo
Eva;aucun;Lyon
Fay;inconnu;Lyon
Gus;geen;Gent
Han;onbekend;Gent
Ivo;nessuno;Roma
Jan;brak;Gdynia
Kim;不明;Tokyo
Leo;нет;Omsk
Mia;not provided;York
Ned;keine E-Mail;Ulm
Ola;no email;York
Pia;\\N;York
Qui;undefined;York
Ron;nan;York
`
  },
  {
    program: "mistakes stay",
    text: `email,name,city
ann@home.test,Ann,Bonn
oops.example.com,Bob,Ulm
oops,Cy,Ulm
oops-home.test,Di,
ed@home.test,Ed,Ulm
`
  },
  {
    program: "Eventbrite",
    text: `Order no.,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Buyer Email
1,2026-11-01,Ann,Lee,ann@home.test,1,Free,buyer@web.test
1,2026-11-01,Bob,Ray,bob@home.test,1,Free,buyer@web.test
2,2026-11-01,Cy,Day,Information Requested,1,Free,cy@web.test
`,
    expect: ["ann@home.test", "bob@home.test", "Information Requested"]
  },
  {
    program: "Pipedrive",
    text: `Person - ID,Person - Name,Person - Email - Work,Person - Email - Home,Person - Email - Other,Person - Owner
1,Ann,ann@home.test,,,Sam
2,Bob,bob@home.test,,,Sam
3,Cy,,,,Sam
`
  },
  {
    program: "Pipedrive, several",
    text: `Name,Email,Organization
Ann,"ann@home.test, a.lee@home.test",Acme
Bob,"bob@home.test, b@home.test",Acme
`,
    refused: true
  },
  {
    program: "Odoo contacts",
    text: `"External ID","Name","Email","Phone"
"p1","Ann","ann@home.test","1"
"p2","Bob","bob@home.test",""
"","","",""
"p3","Cy","false","2"
`
  },
  {
    program: "German accounting with sums",
    text: `Offene Posten zum 30.11.2026;;;
Mandant: Acme GmbH;;;

Kunde;E-Mail;Betrag;Mahnstufe
Ann;ann@home.test;10,00;1
Bob;bob@home.test;20,00;0
;Zwischensumme;30,00;
Cy;cy@home.test;5,00;0
;Summe;35,00;

Erstellt am 28.11.2026 um 15:04 von admin;;;
`
  },
  {
    program: "Access report",
    text: `Email,Company
ann@home.test,Acme
bob@home.test,Acme
Page 1 of 2,
cy@home.test,Acme
Page 2 of 2,
`
  },
  {
    program: "listmonk",
    text: `uuid,email,name,attributes,status,created_at,updated_at
u1,ann@home.test,Ann,"{""city"": ""Bonn""}",enabled,2026-01-01,2026-01-01
u2,bob@home.test,Bob,{},enabled,2026-01-01,2026-01-01
`
  },
  {
    program: "email header blank, owner repeated",
    refused: true,
    text: `Email,Name,Owner\n,Ann,sam@shop.test\n,Bob,sam@shop.test\n,Cy,sam@shop.test\n`
  },
  {
    program: "phone numbers under email",
    refused: true,
    text: `Email,Name\n0049 12,Ann\n0049 13,Bob\n`
  },
  {
    program: "caret",
    refused: true,
    text: `name^email^city\nAnn^ann@x.test^Bonn\nBob^bob@x.test^Ulm\n`
  },
  {
    program: "Discourse",
    text: `id,name,username,email,title,created_at,last_seen_at
1,Ann,ann,ann@home.test,,2026-01-01,
2,Bob,bob,bob@home.test,,2026-01-01,
`
  },
  {
    program: "Stripe",
    text: `id,Description,Email,Name,Created (UTC),Delinquent,Card ID
cus_1,,ann@home.test,Ann,2026-01-01 10:00,false,
cus_2,,bob@home.test,Bob,2026-01-01 10:00,false,
`
  },
  {
    program: "Moodle with emails hidden",
    text: `"First name","Last name","Email address","Department"
"Ann","Lee","ann@home.test",""
"Bob","Ray","Hidden",""
"Cy","Day","cy@home.test",""
`,
    expect: ["ann@home.test", "Hidden", "cy@home.test"]
  },
  {
    program: "units line below the header",
    text: `Customer,Email,Revenue
text,text,EUR
Ann,ann@home.test,10
Bob,bob@home.test,20
`,
    expect: ["text", "ann@home.test", "bob@home.test"]
  },
  {
    program: "notes between",
    text: `E-Mail,Vorname,Nachname,Ort
ann@home.test,Ann,Lee,Bonn
* neu ab 2026,,,
bob@home.test,Bob,Ray,Ulm
=== Kunden Süd ===,,,
cy@home.test,Cy,Day,Ulm
Stand: 28.11.2026
`
  },
  {
    program: "rows without the tail",
    text: `email,first,last,phone
ann@home.test,Ann,Lee,1
bob@home.test
oops.home.test
cy@home.test,Cy
di@home.test
`
  }
]
