/** Reacher has no library: its readers send requests. */
import { answer, until } from "./answer.mjs"

THE_LINES_OF_THE_PAGE()

const send = async (path, key, body) => {
  const response = await fetch(url + path, {
    headers: { "content-type": "application/json", "x-reacher-secret": key },
    ...(body && { method: "POST", body: JSON.stringify(body) })
  })
  const json = await response.json()
  if (!response.ok) throw Object.assign(new Error(json.error), { code: response.status })
  return json
}

await answer({
  check: (key, email) => send("/v1/check_email", key, { to_email: email }),
  list: async (key, emails) => {
    const { job_id: id } = await send("/v1/bulk", key, { input: emails })
    const { total_records: total } = await until(
      () => send(`/v1/bulk/${id}`, key),
      ({ job_status: status }) => status === "Completed"
    )
    const { results } = await send(`/v1/bulk/${id}/results`, key)
    return { rows: results, emails: results.map(({ input }) => input), total }
  }
})
