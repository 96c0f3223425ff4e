/** The second step of a login, in place of the form on the page and in the dialog. Load it lazily. */
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { User } from '../contract.ts'
import { auth_fallback } from '../parts/texts.ts'
import { useFilled } from '../parts/use-filled.ts'
import { changePerson } from '../use-session.ts'
import { cancelSecondStep, CodeBody, finishWithCode, finishWithPasskey } from './contract.ts'
import { passkeyTrouble, signSecondStep } from './passkey-browser.ts'
import type { SecondStepWaiting } from './waiting.ts'

import css from './second-step.module.css'

type SecondStepProps = {
  waiting: SecondStepWaiting
  /** The session has begun, and the browser's memory belongs to the new person. */
  onDone: (user: User) => void
  /** Back to email and password. */
  onBack: () => void
}

const leads = {
  app: 'Enter the code that your authenticator app shows now.',
  recovery: 'Enter one of the recovery codes that you kept. Each works once.',
  passkey: 'Confirm with the passkey of your device, or plug in your security key.',
}

export const SecondStep = ({ waiting: { ways }, onDone, onBack }: SecondStepProps) => {
  const client = useQueryClient()
  const [way, setWay] = useState(ways[0] ?? 'recovery')
  const done = (user: User) => {
    changePerson(client, user)
    onDone(user)
  }
  const back = () => {
    void call(cancelSecondStep, {}).catch(() => {})
    onBack()
  }
  return (
    <section className={css.step} aria-labelledby="second-step">
      <div>
        <h3 id="second-step" className={css.title}>
          One more step
        </h3>
        <p className={css.lead}>{leads[way]}</p>
      </div>
      {way === 'passkey' ? <PasskeyStep onDone={done} /> : <CodeStep key={way} way={way} onDone={done} />}
      <ul className={css.others}>
        {ways
          .filter(other => other !== way)
          .map(other => (
            <li key={other}>
              <button type="button" onClick={() => setWay(other)}>
                {others[other]}
              </button>
            </li>
          ))}
        <li>
          <button type="button" onClick={back}>
            Back to login
          </button>
        </li>
      </ul>
    </section>
  )
}

const others = {
  app: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

const PasskeyStep = ({ onDone }: { onDone: (user: User) => void }) => {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const sign = async () => {
    setIsBusy(true)
    setTrouble(undefined)
    try {
      const response = await signSecondStep()
      onDone((await call(finishWithPasskey, { body: { response } })).data)
    } catch (error) {
      setTrouble(passkeyTrouble(error))
      setIsBusy(false)
    }
  }
  return (
    <>
      {trouble && <Banner kind="danger">{trouble}</Banner>}
      <Button kind="primary" size="xl" wide busy={isBusy && 'Waiting for your passkey…'} onClick={() => void sign()}>
        <KeyRound aria-hidden="true" /> Use your passkey
      </Button>
    </>
  )
}

const CodeStep = ({ way, onDone }: { way: 'app' | 'recovery'; onDone: (user: User) => void }) => {
  const form = useForm({ resolver: checkedBy(CodeBody), defaultValues: { code: '' } })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const filled = useFilled(form, ['code'])
  const send = form.handleSubmit(async body => {
    try {
      onDone((await call(finishWithCode, { body })).data)
    } catch (error) {
      showRefusal(error, form, ['code'], auth_fallback)
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <TextField
        label={way === 'app' ? 'Code' : 'Recovery code'}
        className={css.code}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        inputMode={way === 'app' ? 'numeric' : 'text'}
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
        disabled={!filled}
        busy={(isSubmitting || isSubmitSuccessful) && 'Logging you in…'}
      >
        Continue
      </Button>
    </form>
  )
}
