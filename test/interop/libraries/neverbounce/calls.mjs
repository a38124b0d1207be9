/** All calls of the library for JavaScript. */
import NeverBounce from "neverbounce"

import { answer, until } from "./answer.mjs"

const connect = (apiKey) => {
  THE_LINES_OF_THE_PAGE(apiKey)
  return client
}

const list = async (key, emails) => {
  const { jobs } = connect(key)
  const rows = emails.map((email, at) => ({ id: at, email }))
  const { job_id: id } = await jobs.create(rows, NeverBounce.job.inputType.supplied, "sdk.csv")
  await jobs.parse(id, true)
  await jobs.start(id)
  const { total } = await until(
    () => jobs.status(id),
    ({ job_status: status }) => status === NeverBounce.job.status.complete
  )
  const { results } = await jobs.results(id, { page: 1, items_per_page: 100 })
  const file = await jobs.download(id)
  const found = await jobs.search({ job_id: id })
  await jobs.delete(id)
  const left = await jobs.search({ job_id: id })
  return {
    rows: results.map(({ verification }) => verification),
    emails: results.map(({ data }) => data.email),
    total: total.records,
    lines: file.trim().split("\n").length,
    found: found.total_results,
    left: left.total_results
  }
}

await answer({
  check: async (key, email) =>
    (await connect(key).single.check(email, true, true, 3)).getResponse(),
  credits: async (key) => (await connect(key).account.info()).credits_info.paid_credits_remaining,
  list,
  confirm: (key, email) => connect(key).poe.confirm(email, "valid", "token", "transaction")
})
