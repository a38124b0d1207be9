/** The button that ends this session and clears the account's data from the page's memory. */
import { useMutation } from "@tanstack/react-query"

import { ApiError } from "../api/ApiError.ts"
import { showSignIn, signOut } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { words } from "../words/session.tsx"

/** Whether the session had ended already, so that the person is signed out. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export const SignOutButton = () => {
  const { mutate, isPending, isError } = useMutation({
    mutationFn: signOut,
    meta: { mayBeSignedOut: true },
    // The provider would let the person in again without a question.
    onSuccess: ({ provider_url: url }) => (url ? window.location.assign(url) : showSignIn()),
    onError: (error) => {
      if (isOver(error)) showSignIn()
    }
  })
  return (
    <Button variant="quiet" small pending={isPending} onClick={() => mutate()}>
      {isError ? words.signOutAgain : words.signOut}
    </Button>
  )
}
