/** The button of a page that opens the form for something new, for the roles that may make it. */
import type { ComponentProps } from "react"

import { DialogButton } from "./Dialog.tsx"
import { IfPermitted } from "./IfPermitted.tsx"

type AddButtonProps = Pick<ComponentProps<typeof DialogButton>, "label" | "title" | "children"> &
  Pick<ComponentProps<typeof IfPermitted>, "may">

export const AddButton = ({ may, ...dialog }: AddButtonProps) => (
  <IfPermitted may={may}>
    <DialogButton variant="primary" icon="plus" {...dialog} />
  </IfPermitted>
)
