/** The choices of the signed-in person: the language, and which lists mail is about. */
import type { Preferences as Chosen } from "@rcpt/api/Profile"
import { useQuery } from "@tanstack/react-query"

import { queryClient } from "../api/queryClient.ts"
import { preferencesQuery, setPreferences, useMailSent } from "../api/session.ts"
import { Card } from "../parts/Card.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Notice } from "../parts/Notice.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Select } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { chooseLanguage, language } from "../words/language.ts"
import { words } from "../words/settings.tsx"

const { preferences: said } = words

const languages = (["none", "en", "de"] as const).map((value) => ({
  value,
  label: said.languages[value]
}))

const listChoices = (["always", "large", "never"] as const).map((value) => ({
  value,
  label: said.listChoices[value]
}))

interface FormProps {
  readonly chosen: Chosen
  readonly isMailed: boolean
}

const PreferencesForm = ({ chosen, isMailed }: FormProps) => {
  const form = useForm({
    initial: chosen,
    send: setPreferences,
    onDone: (saved) => {
      queryClient.setQueryData(preferencesQuery.queryKey, saved)
      if (saved.language !== null && saved.language !== language) chooseLanguage(saved.language)
    }
  })
  return (
    <Form form={form} action={said.save}>
      {form.isSuccess && (
        <Notice kind="success" live>
          {said.saved}
        </Notice>
      )}
      <Select
        label={said.language}
        hint={said.languageHint}
        choices={languages}
        value={form.values.language ?? "none"}
        onChoose={(value) => form.set({ language: value === "none" ? null : value })}
      />
      {isMailed && (
        <RadioGroup legend={said.lists} choices={listChoices} {...form.choice("list_mail")} />
      )}
    </Form>
  )
}

export const Preferences = () => {
  const preferences = useQuery(preferencesQuery)
  const isMailed = useMailSent()
  return (
    <Card title={said.title} lead={isMailed ? said.lead : said.withoutMail}>
      <QueryState query={preferences} skeleton={<Skeleton shape="block" height="12rem" />}>
        {(chosen) => <PreferencesForm chosen={chosen} isMailed={isMailed} />}
      </QueryState>
    </Card>
  )
}
