/** Logging in and registering, on the pages and in the dialog of the cart. */
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'

import type { User } from './contract.ts'
import { ContinueWithGoogle } from './google/continue-with-google.tsx'
import { LoginForm } from './parts/login-form.tsx'
import { RegisterForm } from './parts/register-form.tsx'
import { PasskeyButton } from './two-step/passkey-button.tsx'
import type { SecondStepWaiting } from './two-step/waiting.ts'

import styles from './parts/form.module.css'

const SecondStep = lazy(() => import('./two-step/second-step.tsx').then(part => ({ default: part.SecondStep })))

export type AuthView = 'login' | 'register'

/** `second`: the password was right, and the second step is on screen. */
export const authTexts: Record<AuthView | 'second', string> = {
  login: 'Log in to get started.',
  register: 'Create a free account. No credit card needed.',
  second: 'Almost there: it takes one more step to know that it is you.',
}

type AuthFormProps = {
  view: AuthView
  /** The session has begun, and the browser's memory belongs to the new person. */
  onDone: (user: User) => void
  /** Tells whoever has the heading that the second step begins, or was left. */
  onSecondStep?: ((isOn: boolean) => void) | undefined
  /** How the other view is reached: an address, or a state of whoever shows this. */
  other: string | (() => void)
  /** What the email begins with. */
  email?: string | undefined
  /** The invite that somebody came by. */
  invite_token?: string | undefined
  /** false where Google's script may not come: beside payment details. */
  withGoogle?: boolean
}

export const AuthForm = ({
  view,
  onDone,
  onSecondStep,
  other,
  email,
  invite_token,
  withGoogle = true,
}: AuthFormProps) => {
  const [waiting, setState] = useState<SecondStepWaiting>()
  const setWaiting = (waits?: SecondStepWaiting) => {
    setState(waits)
    onSecondStep?.(waits !== undefined)
  }
  if (waiting)
    return (
      <Suspense>
        <SecondStep waiting={waiting} onDone={onDone} onBack={() => setWaiting()} />
      </Suspense>
    )
  const label = view === 'login' ? 'Create Free Account' : 'Login'
  return (
    <div>
      {view === 'login' ? (
        <LoginForm email={email} invite_token={invite_token} onDone={onDone} onWaiting={setWaiting} />
      ) : (
        <RegisterForm email={email} invite_token={invite_token} onDone={onDone} />
      )}
      {withGoogle && <ContinueWithGoogle onDone={onDone} onWaiting={setWaiting} invite_token={invite_token} />}
      {view === 'login' && <PasskeyButton onDone={onDone} />}
      {view === 'register' && (
        <p className={styles.consent}>
          By creating an account you agree to our{' '}
          <Link to="/terms-and-conditions" target="_blank">
            terms
          </Link>{' '}
          and have read our{' '}
          <Link to="/privacy-policy" target="_blank">
            privacy policy
          </Link>
          .
        </p>
      )}
      <p className={styles.toggle}>
        {view === 'login' ? 'New here?' : 'Already have an account?'}{' '}
        {typeof other === 'string' ? (
          <Link to={other}>{label}</Link>
        ) : (
          <button type="button" onClick={other}>
            {label}
          </button>
        )}
      </p>
    </div>
  )
}
