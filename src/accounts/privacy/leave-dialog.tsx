/** Confirms that an account is to be deleted, by the password or a code. Load it lazily, like every dialog. */
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { callKey } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { getSession } from '../contract.ts'
import { askForDeletion, DeletionBody, type Privacy } from './contract.ts'

type LeaveDialogProps = { state: Privacy; onClose: () => void; onAsked: () => Promise<void> }

export const LeaveDialog = ({ state: { has_password }, onClose, onAsked }: LeaveDialogProps) => {
  const client = useQueryClient()
  const form = useForm({ resolver: checkedBy(DeletionBody), defaultValues: { password: '', code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await call(askForDeletion, { body })
      await Promise.all([client.invalidateQueries({ queryKey: callKey(getSession, {}) }), onAsked()])
      onClose()
    } catch (error) {
      showRefusal(error, form, ['password', 'code'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      title="Delete your account?"
      description="In 14 days it is gone. Until then you can take it back, here or by the link in our mail. All other sessions are signed out."
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="leave" kind="danger" size="lg" busy={isSubmitting && 'One moment…'}>
            Delete account
          </Button>
        </>
      }
    >
      <form id="leave" method="post" noValidate onSubmit={send}>
        {has_password ? (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            {...form.register('password')}
            error={errors.password?.message}
          />
        ) : (
          <TextField
            label="Code of your authenticator app"
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.register('code')}
            error={errors.code?.message ?? errors.password?.message}
          />
        )}
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
