/** The choices of the signed-in person: the language, and which lists mail is about. */
import type { Preferences as Chosen } from "@rcpt/api/Profile"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { preferencesQuery, setPreferences, useMailSent } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
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

const Form = ({ chosen, isMailed }: FormProps) => {
  const [next, setNext] = useState(chosen)
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: setPreferences,
    onSuccess: (saved) => {
      queryClient.setQueryData(preferencesQuery.queryKey, saved)
      if (saved.language !== null && saved.language !== language) chooseLanguage(saved.language)
    }
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(next)
      }}
    >
      {isSuccess && (
        <Notice kind="success" live>
          {said.saved}
        </Notice>
      )}
      {error && <ErrorNotice error={error} />}
      <Select
        label={said.language}
        hint={said.languageHint}
        choices={languages}
        value={next.language ?? "none"}
        onChoose={(value) => setNext({ ...next, language: value === "none" ? null : value })}
      />
      {isMailed && (
        <RadioGroup
          legend={said.lists}
          choices={listChoices}
          value={next.list_mail}
          onChoose={(value) => setNext({ ...next, list_mail: value })}
        />
      )}
      <div className="row">
        <Button type="submit" variant="primary" pending={isPending}>
          {said.save}
        </Button>
      </div>
    </form>
  )
}

export const Preferences = () => {
  const preferences = useQuery(preferencesQuery)
  const isMailed = useMailSent()
  return (
    <Card title={said.title} lead={isMailed ? said.lead : said.withoutMail}>
      <QueryState query={preferences} skeleton={<Skeleton shape="block" height="12rem" />}>
        {(chosen) => <Form chosen={chosen} isMailed={isMailed} />}
      </QueryState>
    </Card>
  )
}
