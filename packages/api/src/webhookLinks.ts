/** Beside `data` in the message about a job: where a receiver reads more. */
export interface JobLinks {
  readonly job: string
  readonly results: string
  readonly download: string
}

/** `base`: that of the service's URLs, such as `https://verify.example.com`. */
export const jobLinks = (base: string, id: string): JobLinks => {
  const job = `${base.replace(/\/+$/, "")}/api/v1/jobs/${id}`
  return { job, results: `${job}/results`, download: `${job}/download` }
}
