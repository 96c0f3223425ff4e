/** The second half of registration: the code from the mail. It replaces the form. Load it lazily. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { getAffiliateIds, trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { confirmRegistration, RegistrationCode, resendRegistration, savePreferences, type User } from '../contract.ts'
import { registrationPreferenceNames } from '../preferences.ts'
import { switchUser } from '../use-session.ts'
import type { PendingRegistration } from './pending-registration.ts'
import { AUTH_FALLBACK } from './texts.ts'
import { useFilled } from './use-filled.ts'

import css from '../two-step/second-step.module.css'

/** Wait before another mail can be requested. */
const RESEND_SECONDS = 30

type RegistrationCodeStepProps = {
  pending: PendingRegistration
  invite_token?: string | undefined
  /** Runs after the session began and the query cache was switched to the new user. */
  onDone: (user: User) => void
  /** Returns to the form. */
  onBack: () => void
}

const CodeFields = z.object({ code: RegistrationCode })

/** The account exists already, so a failure to save the preferences must not block the user. */
const saveAllPreferences = async ({ id, email }: User, has_opted_in: boolean): Promise<void> => {
  const body = { email, preferences: registrationPreferenceNames, has_opted_in }
  await call(savePreferences, { params: { id: String(id) }, body }).catch(() => {})
}

export const RegistrationCodeStep = ({ pending, invite_token, onDone, onBack }: RegistrationCodeStepProps) => {
  const client = useQueryClient()
  const form = useForm({ resolver: schemaResolver(CodeFields), defaultValues: { code: '' } })
  const { setFocus, reset } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isFilled = useFilled(form, ['code'])
  const send = form.handleSubmit(async ({ code }) => {
    try {
      const { data } = await call(confirmRegistration, { body: { code, invite_token } })
      if (pending.wants_mail) await saveAllPreferences(data, pending.has_opted_in)
      switchUser(client, data)
      trackEvent('sign_up', { method: 'password', affiliate_ids: getAffiliateIds() })
      onDone(data)
    } catch (error) {
      showRefusal(error, form, ['code'], AUTH_FALLBACK)
    }
  })
  return (
    <section className={css.step} aria-labelledby="registration-code">
      <div>
        <h3 id="registration-code" className={css.title}>
          Check your email
        </h3>
        <p className={css.lead}>
          We sent a six-digit code to <strong>{pending.email}</strong>. Enter it to finish creating your account.
        </p>
        {pending.mailbox_url && (
          <p className={css.lead}>
            This is a demo: its mails arrive in the{' '}
            <a href={pending.mailbox_url} target="_blank" rel="noreferrer">
              demo mailbox
            </a>
            .
          </p>
        )}
      </div>
      <form className={css.form} method="post" noValidate onSubmit={send}>
        <TextField
          label="Code"
          className={css.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          spellCheck={false}
          {...form.register('code')}
          error={errors.code?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <Button
          type="submit"
          kind="primary"
          size="xl"
          wide
          disabled={!isFilled}
          busy={(isSubmitting || isSubmitSuccessful) && 'Creating account…'}
        >
          Confirm email
        </Button>
      </form>
      <ul className={css.others}>
        <li>
          <ResendButton onSent={() => reset()} />
        </li>
        <li>
          <button type="button" onClick={onBack}>
            Use another email
          </button>
        </li>
      </ul>
    </section>
  )
}

/** Counts down until another code can be requested, and says what happened. */
const ResendButton = ({ onSent }: { onSent: () => void }) => {
  const [secondsLeft, setSecondsLeft] = useState(RESEND_SECONDS)
  const [note, setNote] = useState('')
  useEffect(() => {
    if (secondsLeft === 0) return undefined
    const timer = setTimeout(() => setSecondsLeft(seconds => seconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  const resend = async () => {
    setSecondsLeft(RESEND_SECONDS)
    try {
      await call(resendRegistration, {})
      setNote('We sent another code.')
      onSent()
    } catch (error) {
      setNote(error instanceof Error ? error.message : AUTH_FALLBACK)
    }
  }
  return (
    <>
      {secondsLeft > 0 ? (
        <span className={css.wait}>No mail yet? You can get another code in {secondsLeft} s.</span>
      ) : (
        <button type="button" onClick={() => void resend()}>
          Send another code
        </button>
      )}
      <span role="status" className={css.wait}>
        {note}
      </span>
    </>
  )
}
