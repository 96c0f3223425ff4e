/** The login and registration form, used on pages and in the dialog. */

import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'

import { call } from '#platform/http/call.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import type { User } from './contract.ts'
import { ContinueWithGoogle } from './google/continue-with-google.tsx'
import { LoginForm } from './parts/login-form.tsx'
import {
  clearPendingRegistration,
  savePendingRegistration,
  usePendingRegistration,
} from './parts/pending-registration.ts'
import { RegisterForm } from './parts/register-form.tsx'
import { loginWithPasskey } from './two-step/contract.ts'
import { getPasskeyErrorText, signInWithPasskey } from './two-step/passkey-browser.ts'
import type { PendingSecondStep } from './two-step/pending-second-step.ts'
import { switchUser } from './use-session.ts'

import css from './auth-form.module.css'
import styles from './parts/form.module.css'

/** Logs in with only a passkey, which counts as both steps. */
const PasskeyButton = ({ onDone }: { onDone: (user: User) => void }) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const logIn = async () => {
    setIsBusy(true)
    setErrorText(undefined)
    try {
      const response = await signInWithPasskey()
      const { data } = await call(loginWithPasskey, { body: { response, cart_hash: null } })
      switchUser(client, data)
      onDone(data)
    } catch (error) {
      setErrorText(getPasskeyErrorText(error))
      setIsBusy(false)
    }
  }
  return (
    <div className={css.passkey}>
      <Button size="xl" wide busy={isBusy && 'Waiting for your passkey…'} onClick={() => void logIn()}>
        <KeyRound aria-hidden="true" /> Sign in with a passkey
      </Button>
      {errorText && <Banner kind="danger">{errorText}</Banner>}
    </div>
  )
}

const RegistrationCodeStep = lazy(() =>
  import('./parts/registration-code.tsx').then(part => ({ default: part.RegistrationCodeStep })),
)
const SecondStep = lazy(() => import('./two-step/second-step.tsx').then(part => ({ default: part.SecondStep })))

export type AuthView = 'login' | 'register'

/** `second`: the second step of a login, or the code of a registration, is on screen. */
export const authTexts: Record<AuthView | 'second', string> = {
  login: 'Log in to get started.',
  register: 'Create a free account. No credit card needed.',
  second: 'Almost there: confirm that it is you.',
}

type AuthFormProps = {
  view: AuthView
  /** Runs after the session began and the query cache was switched to the new user. */
  onDone: (user: User) => void
  /** Reports that the second step begins or was canceled. */
  onSecondStep?: ((isOn: boolean) => void) | undefined
  /** How to reach the other view: a URL or a function. */
  switchView: string | (() => void)
  /** Prefills the email field. */
  email?: string | undefined
  /** The token of the invite that the user follows. */
  invite_token?: string | undefined
  /** false where Google's script must not load, such as beside payment details. */
  withGoogle?: boolean
}

export const AuthForm = ({
  view,
  onDone,
  onSecondStep,
  switchView,
  email,
  invite_token,
  withGoogle = true,
}: AuthFormProps) => {
  const [pending, setPending] = useState<PendingSecondStep>()
  const registration = usePendingRegistration()
  const isRegistering = view === 'register' && registration !== undefined
  const isSecondStep = pending !== undefined || isRegistering
  useEffect(() => onSecondStep?.(isSecondStep), [isSecondStep, onSecondStep])
  if (pending)
    return (
      <Suspense>
        <SecondStep pending={pending} onDone={onDone} onBack={() => setPending(undefined)} />
      </Suspense>
    )
  if (isRegistering)
    return (
      <Suspense>
        <RegistrationCodeStep
          pending={registration}
          invite_token={invite_token}
          onDone={user => {
            clearPendingRegistration()
            onDone(user)
          }}
          onBack={clearPendingRegistration}
        />
      </Suspense>
    )
  const label = view === 'login' ? 'Create Free Account' : 'Login'
  return (
    <div>
      {view === 'login' ? (
        <LoginForm email={email} invite_token={invite_token} onDone={onDone} onSecondStep={setPending} />
      ) : (
        <RegisterForm email={email} invite_token={invite_token} onPending={savePendingRegistration} />
      )}
      {withGoogle && <ContinueWithGoogle onDone={onDone} onSecondStep={setPending} invite_token={invite_token} />}
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
        {typeof switchView === 'string' ? (
          <Link to={switchView}>{label}</Link>
        ) : (
          <button type="button" onClick={switchView}>
            {label}
          </button>
        )}
      </p>
    </div>
  )
}
