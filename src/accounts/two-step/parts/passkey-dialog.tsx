import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { EnrollBody, PasskeyName } from '../contract.ts'
import { createPasskey, getPasskeyErrorText } from '../passkey-browser.ts'
import type { EnrollDialogProps } from '../tasks.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { EmailCodeField } from './email-code-field.tsx'

import css from './two-step.module.css'

const AddPasskeyFields = z.extend(EnrollBody, { name: PasskeyName })

/** Asks for a name and the password, then creates the passkey in the browser and saves it. */
export const PasskeyDialog = ({ onClose, onChanged, needs_email_code }: EnrollDialogProps) => {
  const toast = useToast()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({
    resolver: schemaResolver(AddPasskeyFields),
    defaultValues: { name: '', password: '', email_code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async values => {
    try {
      const recoveryCodes = await createPasskey(values)
      await onChanged()
      if (recoveryCodes) {
        setCodes(recoveryCodes)
        return
      }
      toast('Your passkey was added.', { kind: 'success' })
      onClose()
    } catch (error) {
      if (error instanceof Refusal) showRefusal(error, form, ['name', 'password', 'email_code'])
      else form.setError('root', { message: getPasskeyErrorText(error) })
    }
  })
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Add a passkey"
      description="Give it a name that tells you where it is stored. Your browser guides you through the next steps."
      size="sm"
    >
      <form className={css.form} method="post" noValidate onSubmit={send}>
        <TextField
          label="Name"
          placeholder="My laptop"
          autoComplete="off"
          {...form.register('name')}
          error={errors.name?.message}
        />
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
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Waiting for your device…'}>
          Add passkey
        </Button>
      </form>
    </Dialog>
  )
}
