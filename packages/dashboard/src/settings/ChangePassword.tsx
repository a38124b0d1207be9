/** The form to change the password, which asks for the current one. */
import { useQueryClient } from "@tanstack/react-query"

import { useAccount } from "../api/account.ts"
import { wrongPassword } from "../api/ApiError.ts"
import { changePassword, sessionsQuery } from "../api/session.ts"
import { Card } from "../parts/Card.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { currentPassword, newPassword } from "../session/passwordInputs.ts"
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
          {...form.text("current")}
          {...currentPassword}
          name="current-password"
        />
        <Input label={said.next} {...form.text("new")} {...newPassword} name="new-password" />
      </Form>
    </Card>
  )
}
