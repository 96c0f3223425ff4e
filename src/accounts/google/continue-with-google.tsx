/**
 * "Continue with Google" below the auth form: the button, errors, and the dialog that links two accounts by password.
 */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { getAffiliateIds, trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'

import { readRegistrationSource } from '../browser-registration-source.ts'
import type { User } from '../contract.ts'
import { AUTH_FALLBACK } from '../parts/texts.ts'
import { isSecondStepPending, type PendingSecondStep } from '../two-step/pending-second-step.ts'
import { switchUser } from '../use-session.ts'
import { googleCallback } from './contract.ts'
import { GoogleButton } from './google-button.tsx'
import { useGoogle } from './use-google.ts'

import css from './continue-with-google.module.css'

const LinkAccountsDialog = lazy(() =>
  import('./link-accounts-dialog.tsx').then(part => ({ default: part.LinkAccountsDialog })),
)

type ContinueWithGoogleProps = {
  onDone: (user: User) => void
  onSecondStep: (pending: PendingSecondStep) => void
  invite_token?: string | undefined
}

type GooglePasswordChallenge = { challenge_token: string; email: string }

export const ContinueWithGoogle = ({ onDone, onSecondStep, invite_token }: ContinueWithGoogleProps) => {
  const client = useQueryClient()
  const isEnabled = useGoogle() !== undefined
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const [challenge, setChallenge] = useState<GooglePasswordChallenge>()
  if (!isEnabled) return null

  const finish = (result: User | { second_step: PendingSecondStep }, is_new = false) => {
    if (isSecondStepPending(result)) {
      onSecondStep(result.second_step)
      return
    }
    switchUser(client, result)
    if (is_new) trackEvent('sign_up', { method: 'google', affiliate_ids: getAffiliateIds() })
    else trackEvent('login', { method: 'google' })
    onDone(result)
  }

  const send = async (google_credential: string) => {
    setBusy(true)
    setErrorText(undefined)
    try {
      const body = { google_credential, ...(invite_token && { invite_token }), ...readRegistrationSource() }
      const { data, meta } = await call(googleCallback, { body })
      if ('password_confirmation' in data) setChallenge(data.password_confirmation)
      else finish(data, meta.is_new)
    } catch (error) {
      setErrorText(toUserMessage(error, AUTH_FALLBACK))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.google}>
      <p className={css.or}>
        <span>or</span>
      </p>
      <GoogleButton
        busy={isBusy && 'One moment…'}
        onCredential={credential => void send(credential)}
        onError={setErrorText}
      />
      {errorText && <Banner kind="danger">{errorText}</Banner>}
      {challenge && (
        <Suspense>
          <LinkAccountsDialog
            {...challenge}
            onClose={() => setChallenge(undefined)}
            onDone={result => {
              setChallenge(undefined)
              finish(result)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
