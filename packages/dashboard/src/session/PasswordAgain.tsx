/** The dialog that asks for the password before a change that needs it, and then lets the change go on. */
import { useQuery } from "@tanstack/react-query"

import { wrongPassword } from "../api/ApiError.ts"
import { providerPath } from "../api/leaveToSignIn.ts"
import { usePasswordQuestion } from "../api/passwordAgain.ts"
import { confirmPassword, sessionQuery } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/session.tsx"
import { currentPassword } from "./passwordInputs.ts"

interface PasswordFormProps {
  readonly onAnswer: (isEntered: boolean) => void
}

const PasswordForm = ({ onAnswer }: PasswordFormProps) => {
  const form = useForm({
    initial: { password: "" },
    problems: { password: wrongPassword },
    send: confirmPassword,
    onDone: () => onAnswer(true)
  })
  return (
    <Form form={form} action={words.again.action} onCancel={() => onAnswer(false)}>
      <p>{words.again.why}</p>
      <Input label={words.password} {...form.text("password")} {...currentPassword} />
    </Form>
  )
}

/** Who signed in at the provider proves there who they are, in another tab, so that nothing on this page is lost. */
const AtProvider = ({ name, onAnswer }: PasswordFormProps & { readonly name: string }) => (
  <div className="stack">
    <p>{words.again.atProvider(name)}</p>
    <p>
      <a href={providerPath({ fresh: "1" })} target="_blank" rel="noreferrer">
        {words.provider.signIn(name)}
      </a>
    </p>
    <div className="dialog-actions">
      <Button onClick={() => onAnswer(false)}>{phrases.cancel}</Button>
      <Button variant="primary" onClick={() => onAnswer(true)}>
        {words.again.action}
      </Button>
    </div>
  </div>
)

export const PasswordAgain = () => {
  const question = usePasswordQuestion()
  const provider = useQuery({ ...sessionQuery, enabled: question !== undefined }).data?.provider
  return (
    <Dialog
      open={question !== undefined}
      title={provider === undefined ? words.again.title : words.again.titleAtProvider}
      onClose={() => question?.answer(false)}
    >
      {question &&
        (provider === undefined ? (
          <PasswordForm onAnswer={question.answer} />
        ) : (
          <AtProvider name={provider} onAnswer={question.answer} />
        ))}
    </Dialog>
  )
}
