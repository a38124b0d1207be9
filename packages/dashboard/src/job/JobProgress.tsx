/** The progress of a running job: its rate, the time left, why it may be waiting, and its end without that. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Message } from "@rcpt/api/Message"
import { QueryObserver, useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { ReactNode } from "react"

import { ApiError } from "../api/ApiError.ts"
import { useConnectionLost } from "../api/connection.ts"
import { queryClient } from "../api/queryClient.ts"
import { request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { words } from "../words/job.tsx"
import { twoDigits, whole } from "../words/numbers.ts"
import { shareText } from "../words/shares.ts"
import { facetsQuery, isFinished, jobQuery, jobsKey } from "./jobQueries.ts"
import { outlookOf, sampleInterval, samplesMax, timeLeftText } from "./outlook.ts"
import type { Outlook } from "./outlook.ts"

const { progress: said } = words

const tabEndings: Readonly<Record<string, string>> = words.tab

const doneText = ({ processed_rows: done, total_rows: total }: BulkJob): string =>
  shareText(done, total)

/**
 * The text before the name of a list in the browser's tab: its progress, or its end if the page was open
 * before that. `undefined` if the tab shows only the name.
 */
export const useTabTitle = (job: BulkJob | undefined): string | undefined => {
  const [wasRunning, setWasRunning] = useState<string>()
  if (job === undefined) return undefined
  if (isFinished(job)) return wasRunning === job.id ? tabEndings[job.status] : undefined
  if (wasRunning !== job.id) setWasRunning(job.id)
  return doneText(job)
}

/** The button that offers a notification when the list is done. Browsers without notifications show none. */
const NotifyButton = ({ id }: { readonly id: string }) => {
  const [permission, setPermission] = useState(permissionNow)
  const isWatched = useIsWatched(id)
  if (permission === "unsupported") return null
  return (
    <div className="row" role="status">
      {isWatched ? (
        <p className="small muted">{words.notification.watched}</p>
      ) : permission === "denied" ? (
        <p className="small muted">{words.notification.blocked}</p>
      ) : (
        <Button small icon="bell" onClick={() => void notifyWhenDone(id).then(setPermission)}>
          {words.notification.action}
        </Button>
      )}
    </div>
  )
}

/** The ids of the watched lists. */
let watched: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const setWatched = (next: ReadonlySet<string>): void => {
  watched = next
  for (const listener of listeners) listener()
}

const titles: Readonly<Record<string, ((name: string) => string) | undefined>> =
  words.notification.titles

const bodyOf = (job: BulkJob): string =>
  words.notification.counts({
    valid: job.valid_count,
    risky: job.risky_count,
    invalid: job.invalid_count,
    unknown: job.unknown_count
  })

const show = (job: BulkJob): void => {
  const notification = new Notification(titles[job.status]?.(job.filename) ?? job.filename, {
    body: bodyOf(job),
    // Two tabs that watch the same list show one notification.
    tag: `rcpt-${job.id}`,
    icon: "/icon.svg"
  })
  notification.addEventListener("click", () => {
    window.focus()
    notification.close()
  })
}

/**
 * Whether the person has signed out, or the list is deleted. Any other error may be over at the next poll.
 */
const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const watch = (id: string): void => {
  setWatched(new Set([...watched, id]))
  const observer = new QueryObserver(queryClient, {
    ...jobQuery(id),
    refetchIntervalInBackground: true
  })
  const stop = observer.subscribe(({ data, error }) => {
    const isOver = data !== undefined && isFinished(data)
    if (!isOver && !isGone(error)) return
    if (isOver) show(data)
    setWatched(new Set([...watched].filter((other) => other !== id)))
    // The observer cannot be removed while it calls its listeners.
    queueMicrotask(stop)
  })
}

type Permission = NotificationPermission | "unsupported"

/** The permission as it is now. Browsers offer notifications only over TLS and on localhost. */
const permissionNow = (): Permission =>
  "Notification" in window ? Notification.permission : "unsupported"

/**
 * Shows a notification of the browser when the list is done, also while another page or tab is open. It
 * asks for permission if that was neither given nor refused. A reload ends the watch.
 */
const notifyWhenDone = async (id: string): Promise<Permission> => {
  const permission =
    permissionNow() === "default" ? await Notification.requestPermission() : permissionNow()
  if (permission === "granted" && !watched.has(id)) watch(id)
  return permission
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const useIsWatched = (id: string): boolean => useSyncExternalStore(subscribe, () => watched.has(id))

const rateText = (perSecond: number): string =>
  perSecond >= 10 ? whole(Math.round(perSecond)) : twoDigits(perSecond)

const outlookText = (outlook: Outlook): ReactNode => {
  if (outlook.is === "checking") return said.checking(outlook.rows)
  if (outlook.is === "waiting") {
    const { addresses, until } = outlook
    return said.waits(addresses, until && <DateTime at={until} show="clock" />)
  }
  if (outlook.is === "capped")
    return said.capped(outlook.rows, <DateTime at={outlook.until} show="clock" />)
  const pace = outlook.is === "idle" ? said.idle : said.pace(rateText(outlook.perSecond))
  const { secondsLeft: left } = outlook
  return left === undefined ? pace : said.left(pace, timeLeftText(left))
}

/** The reason why a job waits. Only deep jobs do, for mail servers that use greylisting (RFC 6647). */
const Waiting = ({ isIdle }: { readonly isIdle: boolean }) =>
  isIdle ? (
    <Notice title={said.waiting}>{said.greylisting}</Notice>
  ) : (
    <p className="small muted">{said.greylisting}</p>
  )

interface FinishJobProps {
  readonly job: BulkJob
  /** Addresses that wait for a retry, as far as it is known: none is offered to be left out before. */
  readonly waiting: number
}

/** Lets a running job end without the addresses that a mail server has put off. */
const FinishJob = ({ job, waiting }: FinishJobProps) => {
  const [isOpen, setOpen] = useState(false)
  const finishing = useMutation({
    mutationFn: () => request<Message>(`/jobs/${job.id}/finish`, { method: "POST" }),
    onSuccess: () => {
      setOpen(false)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, job.id] })
    }
  })
  if (finishing.isSuccess) return <p role="status">{words.finish.isFinishing}</p>
  if (waiting === 0 && !isOpen) return null
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{words.finish.open(waiting)}</Button>
      <ConfirmDialog
        open={isOpen}
        title={words.finish.title(waiting)}
        action={words.finish.action}
        dismiss={words.finish.dismiss}
        mutation={finishing}
        onConfirm={() => finishing.mutate()}
        onClose={() => setOpen(false)}
      >
        <div className="stack-tight">
          <p>{words.finish.settled}</p>
          <p>{words.finish.others}</p>
        </div>
      </ConfirmDialog>
    </div>
  )
}

/** The finished rows of a job in the last seconds, sampled once a second. */
interface Seconds {
  readonly samples: ReadonlyArray<number>
  /** Epoch milliseconds: when the last sample was taken. */
  readonly now: number
}

/** `isLive` says that `processed` is up to date. */
const usePace = (processed: number, isLive: boolean): Seconds => {
  const current = useRef(processed)
  useEffect(() => {
    current.current = processed
  }, [processed])
  const [seconds, setSeconds] = useState<Seconds>(() => ({ samples: [], now: Date.now() }))
  useEffect(() => {
    const sample = (): void =>
      setSeconds(({ samples }) => ({
        // After an interruption many rows arrive at once, which is not a pace: the samples start again.
        samples: isLive ? [...samples, current.current].slice(-samplesMax) : [],
        now: Date.now()
      }))
    const timer = setInterval(sample, sampleInterval)
    return () => clearInterval(timer)
  }, [isLive])
  return seconds
}

/** Steps in which progress is read out: tenths of the list. */
const spokenSteps = 10

export const JobProgress = ({ job }: { readonly job: BulkJob }) => {
  const isLost = useConnectionLost()
  const { data: facets } = useQuery(facetsQuery(job))
  const outlook = outlookOf({ job, facets, ...usePace(job.processed_rows, !isLost) })
  const tenths = Math.floor((job.processed_rows / Math.max(1, job.total_rows)) * spokenSteps)
  return (
    <Card title={said.title}>
      <ProgressBar label={said.label} done={job.processed_rows} total={job.total_rows}>
        <span className="row-between">
          <span>
            <strong className="job-percent">{doneText(job)}</strong>{" "}
            {said.rows(job.processed_rows, job.total_rows)}
          </span>
          <span>
            {isLost ? said.lost : job.status === "pending" ? said.pending : outlookText(outlook)}
          </span>
        </span>
      </ProgressBar>
      <p className="visually-hidden" role="status">
        {isLost ? said.spokenLost : said.spoken(tenths / spokenSteps)}
      </p>
      <NotifyButton id={job.id} />
      {job.mode === "deep" && (
        <>
          <Waiting isIdle={!isLost && (outlook.is === "waiting" || outlook.is === "idle")} />
          <IfPermitted may="change">
            <FinishJob
              key={`finish ${job.id}`}
              job={job}
              waiting={facets?.waiting_addresses ?? 0}
            />
          </IfPermitted>
        </>
      )}
    </Card>
  )
}
