/** The form to change the password, which asks for the current one. */
import { passwordChars } from "@rcpt/domain/limits"
import { useQueryClient } from "@tanstack/react-query"

import { useAccount } from "../api/account.ts"
import { wrongPassword } from "../api/ApiError.ts"
import { changePassword, sessionsQuery } from "../api/session.ts"
import { Card } from "../parts/Card.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { passwordHint } from "../session/newPassword.ts"
import { words } from "../words/settings.tsx"

const { password: said } = words

const empty = { current: "", new: "" }

export const ChangePassword = () => {
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  const form = useForm({
    initial: empty,
    problems: { current: wrongPassword, new: said.nextSubject },
    send: changePassword,
    onDone: () => {
      form.set(empty)
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    }
  })
  return (
    <Card title={said.title} lead={said.lead}>
      <Form form={form} action={said.action}>
        {form.isSuccess && (
          <Notice kind="success" live>
            {said.changed}
          </Notice>
        )}
        {/* Password managers need the user name. */}
        <input
          hidden
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          value={account?.email ?? ""}
        />
        <Input
          label={said.current}
          type="password"
          name="current-password"
          required
          {...form.text("current")}
          autoComplete="current-password"
        />
        <Input
          label={said.next}
          type="password"
          name="new-password"
          hint={passwordHint}
          required
          minLength={passwordChars.min}
          {...form.text("new")}
          autoComplete="new-password"
        />
      </Form>
    </Card>
  )
}
