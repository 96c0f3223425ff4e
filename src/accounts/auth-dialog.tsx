/** Logging in or registering without leaving the page. Load it lazily, like every dialog. */
import { useState } from 'react'

import { Dialog } from '#ui/dialog.tsx'

import { AuthForm, authTexts, type AuthView } from './auth-form.tsx'
import type { User } from './contract.ts'

type AuthDialogProps = {
  open: boolean
  onClose: () => void
  onDone: (user: User) => void
  /** What coming in is good for here. */
  titles: Record<AuthView, string>
  initialView?: AuthView
  /** Whose account it will be, when that is known. */
  email?: string
  /** The invite that somebody came by. */
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
  const [isSecond, setSecond] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setView(initialView)
        setSecond(false)
      }}
      title={titles[view]}
      description={authTexts[isSecond ? 'second' : view]}
      size="sm"
      keep
    >
      <AuthForm
        view={view}
        email={email}
        invite_token={invite_token}
        onDone={onDone}
        onSecondStep={setSecond}
        other={() => setView(view === 'login' ? 'register' : 'login')}
      />
    </Dialog>
  )
}
