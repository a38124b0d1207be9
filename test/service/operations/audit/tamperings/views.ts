/** How views are tampered with, and what each failed check says it found. */

const forward = (name: string) => `update es.projection set seq = seq + 2 where name = '${name}'`
const back = (name: string) => `update es.projection set seq = seq - 3 where name = '${name}'`
const ofCharge = "where seq = (select max(seq) from ledger_commit where 'charge' = any (types))"

export const viewTamperings: ReadonlyArray<
  readonly [name: string, statements: string, finds: Readonly<Record<string, RegExp>>]
> = [
  [
    "checks of a month were added",
    `update usage_month set bulk = bulk + 1 where bulk > 0`,
    { usage: /usage_month of account .*, month .*: bulk 11$/ }
  ],
  [
    "a month was deleted",
    `delete from usage_month where public = 7`,
    { usage: /month 2026-10-01: public 0$/ }
  ],
  [
    "a month of nobody was inserted",
    `insert into usage_month (generation, account_id, month, single) values (1, gen_random_uuid(), '2026-01-01', 1)`,
    { usage: /month 2026-01-01: single 1$/ }
  ],
  [
    "the cost of a day was lowered",
    `update account_day set spent = spent - 1`,
    { days: /account_day .*: spent 6$/ }
  ],
  [
    "the results of a day were changed",
    `update account_day set valid = valid - 1, risky = risky + 1`,
    { days: /: valid \d+$/ }
  ],
  [
    "a bounce was called a delivery",
    `update accuracy_day set bounced = bounced + 1, delivered = delivered - 1`,
    {
      accuracy: /accuracy_day .*, mode 'fast', status 'valid', .*provider 'Gmail'.*: delivered -1$/
    }
  ],
  [
    "reports of a provider were deleted",
    `delete from accuracy_day where provider = 'Gmail'`,
    { accuracy: /: complained 0$/ }
  ],
  [
    "a balance in the ledger was changed",
    `update ledger_commit set balance = balance + 1 ${ofCharge}`,
    { entries: /^\(\d+,charge,6,0,\d+,.*\)$/ }
  ],
  ["an entry was hidden", `delete from ledger_commit ${ofCharge}`, { entries: /^none$/ }],
  [
    "an entry shows another hold",
    `update ledger_commit set holds[1] = gen_random_uuid() ${ofCharge}`,
    { entries: /charge,6,0/ }
  ],
  [
    "an entry was made up",
    `update ledger_commit set idxs = idxs || 9, types = types || types[1], amounts = amounts || 1::bigint,
      holds = holds || holds[1] ${ofCharge}`,
    { entries: /an entry of account/ }
  ],
  [
    "a settlement is not found by its hold",
    `delete from ledger_settlement where seq = (select min(seq) from ledger_settlement)`,
    { entries: /^none$/ }
  ],
  [
    "a hold has a settlement too many",
    `insert into ledger_settlement values (1, gen_random_uuid(), 1)`,
    { entries: /^\d+$/ }
  ],
  [
    "a month's total was changed",
    `update ledger_month set charged = charged - 1`,
    { entries: /ledger_month .*: charged \d+$/ }
  ],
  [
    "a hold shows another job",
    `update ledger_job set job_id = gen_random_uuid()`,
    { entries: /^job / }
  ],
  [
    "a job of a hold was made up",
    `insert into ledger_job values (1, gen_random_uuid(), gen_random_uuid())`,
    { entries: /^2$/ }
  ],
  ["usage will count commits again", back("usage"), { usage: /public 7$/ }],
  ["usage left out commits", forward("usage"), { usage: /single 1|single 2/ }],
  ["days left out commits", forward("days"), { days: /./ }],
  ["the ledger's view left out commits", forward("ledger"), { entries: /^none$/ }],
  [
    "a view is beyond the log",
    `update es.projection set seq = 10000 where name = 'credits_low'; insert into es.projection (name, generation, seq, live) values ('credits_low', 1, 10000, true)`,
    { places: /view credits_low, generation 1: 10000$/ }
  ],
  [
    "no generation is read",
    `update es.projection set live = false where name = 'days'`,
    { places: /view days: 0$/ }
  ],
  [
    "a view lost its place",
    `delete from es.projection where name = 'usage'`,
    { places: /generation 1 of usage_month$/ }
  ],
  [
    "a view's rows are of another generation",
    `update account_day set generation = 7`,
    { places: /generation 7 of account_day$/, days: /./ }
  ],
  [
    "reports are of another generation",
    `update accuracy_day set generation = 7`,
    { places: /generation 7 of accuracy_day$/, accuracy: /: complained 0$|: delivered 0$/ }
  ],
  [
    "the ledger shows another generation",
    `update ledger_commit set generation = 7`,
    { places: /generation 7 of ledger_commit$/, entries: /^none$/ }
  ],
  [
    "a commit was parked that nobody applied",
    `insert into es.parked (name, generation, seq, failure) select 'usage', 1, seq + 1, '' from es.projection where name = 'usage'`,
    { places: /view usage, generation 1: parked$/ }
  ],
  [
    "a commit was parked that is applied already",
    `insert into es.parked (name, generation, seq, failure) select 'usage', 1, seq, '' from es.sealed join es.event using (commit_id) where type = 'DemoChecksCounted'`,
    { usage: /public 7$/ }
  ]
]
