/** The dialog to log in or register without leaving the page. Load it lazily. */
import { useState } from 'react'

import { Dialog } from '#ui/dialog.tsx'

import { AuthForm, authTexts, type AuthView } from './auth-form.tsx'
import type { User } from './contract.ts'

type AuthDialogProps = {
  open: boolean
  onClose: () => void
  onDone: (user: User) => void
  /** The dialog's title per view: why to log in here. */
  titles: Record<AuthView, string>
  initialView?: AuthView
  /** Prefills the email field. */
  email?: string
  /** The token of the invite that the user follows. */
  invite_token?: string
}

export const AuthDialog = ({
  open,
  onClose,
  onDone,
  titles,
  initialView = 'login',
  email,
  invite_token,
}: AuthDialogProps) => {
  const [view, setView] = useState(initialView)
  const [isSecondStep, setSecondStep] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setView(initialView)
        setSecondStep(false)
      }}
      title={titles[view]}
      description={authTexts[isSecondStep ? 'second' : view]}
      size="sm"
      persistent
    >
      <AuthForm
        view={view}
        email={email}
        invite_token={invite_token}
        onDone={onDone}
        onSecondStep={setSecondStep}
        switchView={() => setView(view === 'login' ? 'register' : 'login')}
      />
    </Dialog>
  )
}
