/** The dialog that links a Google account to an existing account by its password. Load it lazily. */
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver } from '#platform/http/form.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import type { User } from '../contract.ts'
import { useFilled } from '../parts/use-filled.ts'
import { Password } from '../passwords.ts'
import type { PendingSecondStep } from '../two-step/pending-second-step.ts'
import { confirmGooglePassword } from './contract.ts'

import styles from '../parts/form.module.css'

type LinkAccountsDialogProps = {
  challenge_token: string
  email: string
  onClose: () => void
  onDone: (result: User | { second_step: PendingSecondStep }) => void
}

const requiredFields = ['password'] as const

export const LinkAccountsDialog = ({ challenge_token, email, onClose, onDone }: LinkAccountsDialogProps) => {
  const company = useCompany()
  const form = useForm({ resolver: schemaResolver(z.object({ password: Password })), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const filled = useFilled(form, requiredFields)
  const passwordInput = useRef<HTMLInputElement>(null)
  const { ref, ...password } = form.register('password')

  const send = form.handleSubmit(async ({ password }) => {
    try {
      onDone((await call(confirmGooglePassword, { body: { challenge_token, password } })).data)
    } catch (error) {
      form.setError('root', { message: toUserMessage(error, 'An error occurred. Please try again.') })
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title="Link your accounts"
      description={`This email has a ${company.name} account with a password. Enter it once, and from then on Google logs you in.`}
      size="sm"
      initialFocus={passwordInput}
      persistent
    >
      <form className={styles.form} method="post" noValidate onSubmit={send}>
        <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...password}
          ref={element => {
            ref(element)
            passwordInput.current = element
          }}
          error={errors.password?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div className={styles.between}>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" size="lg" disabled={!filled} busy={isSubmitting && 'Logging you in…'}>
            Login
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
