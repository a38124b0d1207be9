/** The fields of when and how the contacts of a schedule are checked, for a new one and for changing one. */
import type { Schedule } from "@rcpt/api/Schedule"

import { Form, useForm } from "../parts/Form.tsx"
import type { useFields } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/schedules.tsx"
import { changeSchedule, refreshSchedules } from "./scheduleQueries.ts"

const { form: said } = words

export interface Plan {
  readonly every: string
  readonly mode: Schedule["mode"]
  readonly max_age: string
  readonly credits_per_run: string
}

export const newPlan: Plan = { every: "1d", mode: "fast", max_age: "30d", credits_per_run: "" }

/** The reader's own, which a cron expression is read in. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The plan for the API, which says what is wrong with it. */
export const planOf = ({ every, mode, max_age, credits_per_run: credits }: Plan) => ({
  every: every.trim(),
  time_zone: timeZone,
  mode,
  max_age: max_age.trim(),
  credits_per_run: credits.trim() === "" ? null : Number(credits)
})

/** The subjects of errors about the plan. */
export const planProblems = {
  every: said.everySubject,
  max_age: said.ageSubject,
  credits_per_run: said.creditsSubject
}

interface PlanFieldsProps {
  readonly form: Pick<ReturnType<typeof useFields<Plan>>, "text" | "choice">
  readonly zone?: string
}

export const PlanFields = ({ form, zone = timeZone }: PlanFieldsProps) => (
  <>
    <Input label={said.every} hint={said.everyHint(zone)} required {...form.text("every")} />
    <RadioGroup
      legend={said.mode}
      choices={[
        { value: "fast", label: phrases.mode.fast, hint: said.fastHint },
        { value: "deep", label: phrases.mode.deep, hint: said.deepHint }
      ]}
      {...form.choice("mode")}
    />
    <Input label={said.age} hint={said.ageHint} required {...form.text("max_age")} />
    <Input
      label={said.credits}
      hint={said.creditsHint}
      inputMode="numeric"
      {...form.text("credits_per_run")}
    />
  </>
)

interface ChangePlanProps {
  readonly schedule: Schedule
  readonly onClose: () => void
}

export const ChangePlan = ({ schedule, onClose }: ChangePlanProps) => {
  const { id, every, mode, time_zone, max_age, credits_per_run: credits } = schedule
  const initial: Plan = { every, mode, max_age, credits_per_run: String(credits ?? "") }
  const form = useForm({
    initial,
    problems: planProblems,
    send: (plan) => changeSchedule(id, { ...planOf(plan), time_zone }),
    onDone: async () => {
      await refreshSchedules()
      onClose()
    }
  })
  return (
    <Form form={form} action={said.saveChange} onCancel={onClose}>
      <PlanFields form={form} zone={time_zone} />
    </Form>
  )
}
