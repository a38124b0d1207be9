/** The fields of when and how the contacts of a schedule are checked, for a new one and for changing one. */
import type { Schedule, ScheduleChange } from "@rcpt/api/Schedule"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { fieldError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/schedules.tsx"
import { changeSchedule, refreshSchedules } from "./scheduleQueries.ts"

const { form: said } = words

export interface Plan {
  readonly every: string
  readonly mode: Schedule["mode"]
  readonly age: string
  readonly credits: string
}

export const newPlan: Plan = { every: "1d", mode: "fast", age: "30d", credits: "" }

/** The reader's own, which a cron expression is read in. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The plan for the API, which says what is wrong with it. */
export const planOf = ({ every, mode, age, credits }: Plan) => ({
  every: every.trim(),
  time_zone: timeZone,
  mode,
  max_age: age.trim(),
  credits_per_run: credits.trim() === "" ? null : Number(credits)
})

/** Fields of the API whose errors are shown beside them. */
const atField = ["every", "max_age", "credits_per_run", "name"]

export const isAtField = (error: unknown): boolean =>
  atField.some((name) => fieldError(error, name, "") !== undefined)

interface PlanFieldsProps {
  readonly plan: Plan
  readonly zone?: string
  readonly error: unknown
  readonly onChange: (plan: Plan) => void
}

export const PlanFields = ({ plan, error, onChange, zone = timeZone }: PlanFieldsProps) => (
  <>
    <Input
      label={said.every}
      hint={said.everyHint(zone)}
      autoComplete="off"
      required
      error={fieldError(error, "every", said.everySubject)}
      value={plan.every}
      onChange={({ target }) => onChange({ ...plan, every: target.value })}
    />
    <RadioGroup
      legend={said.mode}
      choices={[
        { value: "fast", label: phrases.mode.fast, hint: said.fastHint },
        { value: "deep", label: phrases.mode.deep, hint: said.deepHint }
      ]}
      value={plan.mode}
      onChoose={(mode) => onChange({ ...plan, mode })}
    />
    <Input
      label={said.age}
      hint={said.ageHint}
      autoComplete="off"
      required
      error={fieldError(error, "max_age", said.ageSubject)}
      value={plan.age}
      onChange={({ target }) => onChange({ ...plan, age: target.value })}
    />
    <Input
      label={said.credits}
      hint={said.creditsHint}
      inputMode="numeric"
      autoComplete="off"
      error={fieldError(error, "credits_per_run", said.creditsSubject)}
      value={plan.credits}
      onChange={({ target }) => onChange({ ...plan, credits: target.value })}
    />
  </>
)

interface ChangePlanProps {
  readonly schedule: Schedule
  readonly onClose: () => void
}

export const ChangePlan = ({ schedule, onClose }: ChangePlanProps) => {
  const { id, every, mode, time_zone, max_age: age, credits_per_run: credits } = schedule
  const [plan, setPlan] = useState<Plan>({ every, mode, age, credits: String(credits ?? "") })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const change: ScheduleChange = { ...planOf(plan), time_zone }
      return changeSchedule(id, change)
    },
    onSuccess: async () => {
      await refreshSchedules()
      onClose()
    }
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <PlanFields plan={plan} zone={time_zone} error={error} onChange={setPlan} />
      {error && !isAtField(error) && <ErrorNotice error={error} />}
      <div className="row form-actions">
        <Button onClick={onClose}>{phrases.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {said.saveChange}
        </Button>
      </div>
    </form>
  )
}
