import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import type { ReplyOf } from '#platform/http/endpoint.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { CodeBody, confirmAuthenticator, EnrollBody, startAuthenticator } from '../contract.ts'
import type { EnrollDialogProps } from '../tasks.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { EmailCodeField } from './email-code-field.tsx'

import css from './two-step.module.css'

type AuthenticatorSecret = ReplyOf<typeof startAuthenticator>['data']

/** The steps: password, secret as a QR code and as text, first code, and recovery codes if they are new. */
export const AppDialog = ({ onClose, onChanged, needs_email_code }: EnrollDialogProps) => {
  const toast = useToast()
  const [secret, setSecret] = useState<AuthenticatorSecret>()
  const [codes, setCodes] = useState<string[]>()
  const onConfirmed = async (recoveryCodes: string[] | null) => {
    await onChanged()
    if (recoveryCodes) {
      setCodes(recoveryCodes)
      return
    }
    toast('Your authenticator app is set up.', { kind: 'success' })
    onClose()
  }
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Set up an authenticator app"
      description={
        secret
          ? 'Scan the picture with the app, or type the key. Then enter the code that the app shows.'
          : 'First, please confirm that it is you.'
      }
      size="sm"
    >
      {secret ? (
        <FirstCodeForm secret={secret} onDone={onConfirmed} />
      ) : (
        <EnrollPasswordForm needs_email_code={needs_email_code} onDone={setSecret} />
      )}
    </Dialog>
  )
}

type EnrollPasswordFormProps = { needs_email_code: boolean; onDone: (secret: AuthenticatorSecret) => void }

const EnrollPasswordForm = ({ needs_email_code, onDone }: EnrollPasswordFormProps) => {
  const form = useForm({ resolver: schemaResolver(EnrollBody), defaultValues: { password: '', email_code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      onDone((await call(startAuthenticator, { body })).data)
    } catch (error) {
      showRefusal(error, form, ['password', 'email_code'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.register('password')}
        error={errors.password?.message}
      />
      {needs_email_code && (
        <EmailCodeField
          password={() => form.getValues('password')}
          {...form.register('email_code')}
          error={errors.email_code?.message}
        />
      )}
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'One moment…'}>
        Go on
      </Button>
    </form>
  )
}

type FirstCodeFormProps = { secret: AuthenticatorSecret; onDone: (codes: string[] | null) => Promise<void> }

const FirstCodeForm = ({ secret: { secret, address, picture }, onDone }: FirstCodeFormProps) => {
  const form = useForm({ resolver: schemaResolver(CodeBody), defaultValues: { code: '' } })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await onDone((await call(confirmAuthenticator, { body })).data.recovery_codes)
    } catch (error) {
      showRefusal(error, form, ['code'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      {/* Many apps read only dark codes on a light background. */}
      <div className={css.picture} data-theme="light">
        <img src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt="QR code with the key below" />
      </div>
      <p className={css.key}>
        <span>Key</span> <code className="mono">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <a href={address}>Open in an app on this device</a>
      </p>
      <TextField
        label="Code"
        className={css.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        {...form.register('code')}
        error={errors.code?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Checking…'}>
        Turn on
      </Button>
    </form>
  )
}
