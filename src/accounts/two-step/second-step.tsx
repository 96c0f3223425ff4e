/** The second step of a login. It replaces the form on the page and in the dialog. Load it lazily. */
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { User } from '../contract.ts'
import { AUTH_FALLBACK } from '../parts/texts.ts'
import { useFilled } from '../parts/use-filled.ts'
import { switchUser } from '../use-session.ts'
import { cancelSecondStep, CodeBody, finishWithCode, finishWithPasskey } from './contract.ts'
import { getPasskeyErrorText, signSecondStep } from './passkey-browser.ts'
import type { PendingSecondStep } from './pending-second-step.ts'

import css from './second-step.module.css'

type SecondStepProps = {
  pending: PendingSecondStep
  /** Runs after the session began and the query cache was switched to the new user. */
  onDone: (user: User) => void
  /** Returns to email and password. */
  onBack: () => void
}

const leadTexts = {
  app: 'Enter the code that your authenticator app shows now.',
  recovery: 'Enter one of the recovery codes that you saved. Each works once.',
  passkey: 'Confirm with the passkey of your device, or plug in your security key.',
}

export const SecondStep = ({ pending: { ways: methods }, onDone, onBack }: SecondStepProps) => {
  const client = useQueryClient()
  const [method, setMethod] = useState(methods[0] ?? 'recovery')
  const finish = (user: User) => {
    switchUser(client, user)
    onDone(user)
  }
  const goBack = () => {
    void call(cancelSecondStep, {}).catch(() => {})
    onBack()
  }
  return (
    <section className={css.step} aria-labelledby="second-step">
      <div>
        <h3 id="second-step" className={css.title}>
          One more step
        </h3>
        <p className={css.lead}>{leadTexts[method]}</p>
      </div>
      {method === 'passkey' ? (
        <PasskeyStep onDone={finish} />
      ) : (
        <CodeStep key={method} method={method} onDone={finish} />
      )}
      <ul className={css.others}>
        {methods
          .filter(option => option !== method)
          .map(option => (
            <li key={option}>
              <button type="button" onClick={() => setMethod(option)}>
                {optionLabels[option]}
              </button>
            </li>
          ))}
        <li>
          <button type="button" onClick={goBack}>
            Back to login
          </button>
        </li>
      </ul>
    </section>
  )
}

const optionLabels = {
  app: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

const PasskeyStep = ({ onDone }: { onDone: (user: User) => void }) => {
  const [isBusy, setIsBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const sign = async () => {
    setIsBusy(true)
    setErrorText(undefined)
    try {
      const response = await signSecondStep()
      onDone((await call(finishWithPasskey, { body: { response } })).data)
    } catch (error) {
      setErrorText(getPasskeyErrorText(error))
      setIsBusy(false)
    }
  }
  return (
    <>
      {errorText && <Banner kind="danger">{errorText}</Banner>}
      <Button kind="primary" size="xl" wide busy={isBusy && 'Waiting for your passkey…'} onClick={() => void sign()}>
        <KeyRound aria-hidden="true" /> Use your passkey
      </Button>
    </>
  )
}

const CodeStep = ({ method, onDone }: { method: 'app' | 'recovery'; onDone: (user: User) => void }) => {
  const form = useForm({ resolver: schemaResolver(CodeBody), defaultValues: { code: '' } })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isFilled = useFilled(form, ['code'])
  const send = form.handleSubmit(async body => {
    try {
      onDone((await call(finishWithCode, { body })).data)
    } catch (error) {
      showRefusal(error, form, ['code'], AUTH_FALLBACK)
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <TextField
        label={method === 'app' ? 'Code' : 'Recovery code'}
        className={css.code}
        autoComplete={method === 'app' ? 'one-time-code' : 'off'}
        inputMode={method === 'app' ? 'numeric' : 'text'}
        autoCapitalize="characters"
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
        busy={(isSubmitting || isSubmitSuccessful) && 'Logging you in…'}
      >
        Continue
      </Button>
    </form>
  )
}
