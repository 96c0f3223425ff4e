/** Asks for the password or an app code before an action. Load it lazily. */
import { useForm } from 'react-hook-form'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { ProofBody } from './contract.ts'

type ReauthDialogProps = {
  title: string
  description: string
  /** The label of the confirm button. */
  verb: string
  danger?: boolean
  has_password: boolean
  work: (body: { password: string; code: string }) => Promise<void>
  onClose: () => void
}

export const ReauthDialog = ({ title, description, verb, danger, has_password, work, onClose }: ReauthDialogProps) => {
  const form = useForm({ resolver: schemaResolver(ProofBody), defaultValues: { password: '', code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await work(body)
      onClose()
    } catch (error) {
      showRefusal(error, form, ['password', 'code'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="proof"
            kind={danger ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && 'One moment…'}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id="proof" method="post" noValidate onSubmit={send}>
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
