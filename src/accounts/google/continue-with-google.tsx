/** Coming in with Google, beside the form: the button, what went wrong, and the password that connects two accounts. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { call } from '#platform/call.ts'
import { affiliateIds, tell } from '#platform/data-layer.ts'
import { firstText } from '#platform/first-text.ts'
import { Banner } from '#ui/banner.tsx'

import { cameFromHere } from '../came-from-here.ts'
import type { User } from '../contract.ts'
import { auth_fallback } from '../parts/texts.ts'
import { isWaiting, type SecondStepWaiting } from '../two-step/waiting.ts'
import { changePerson } from '../use-session.ts'
import { googleCallback } from './contract.ts'
import { GoogleButton } from './google-button.tsx'
import { useGoogle } from './use-google.ts'

import css from './continue-with-google.module.css'

const LinkAccountsDialog = lazy(() =>
  import('./link-accounts-dialog.tsx').then(part => ({ default: part.LinkAccountsDialog })),
)

type ContinueProps = {
  onDone: (user: User) => void
  onWaiting: (waiting: SecondStepWaiting) => void
  invite_token?: string | undefined
}

type Challenge = { challenge_token: string; email: string }

export const ContinueWithGoogle = ({ onDone, onWaiting, invite_token }: ContinueProps) => {
  const client = useQueryClient()
  const isOffered = useGoogle() !== undefined
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [challenge, setChallenge] = useState<Challenge>()
  if (!isOffered) return null

  const arrive = (signedIn: User | { second_step: SecondStepWaiting }, is_new = false) => {
    if (isWaiting(signedIn)) {
      onWaiting(signedIn.second_step)
      return
    }
    changePerson(client, signedIn)
    if (is_new) tell('sign_up', { method: 'google', affiliate_ids: affiliateIds() })
    else tell('login', { method: 'google' })
    onDone(signedIn)
  }

  const send = async (google_credential: string) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      const body = { google_credential, ...(invite_token && { invite_token }), ...cameFromHere() }
      const { data, meta } = await call(googleCallback, { body })
      if ('password_confirmation' in data) setChallenge(data.password_confirmation)
      else arrive(data, meta.is_new)
    } catch (error) {
      setTrouble(firstText(error, auth_fallback))
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
        onTrouble={setTrouble}
      />
      {trouble && <Banner kind="danger">{trouble}</Banner>}
      {challenge && (
        <Suspense>
          <LinkAccountsDialog
            {...challenge}
            onClose={() => setChallenge(undefined)}
            onDone={signedIn => {
              setChallenge(undefined)
              arrive(signedIn)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
