import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { PasswordBody } from '../contract.ts'
import type { TwoStepDialogProps } from '../tasks.ts'
import { CodesDialog } from './codes-dialog.tsx'

type PasswordDialogProps = TwoStepDialogProps & {
  title: string
  /** What will happen, in a sentence. */
  description: string
  /** The label of the confirm button. */
  verb: string
  danger?: boolean
  /** The toast after success. */
  done: string
  /** Runs the action. Returns recovery codes if there are new ones to show. */
  work: (password: string) => Promise<string[] | null>
}

/** Asks for the password and runs an action with it. */
export const PasswordDialog = ({
  onClose,
  onChanged,
  title,
  description,
  verb,
  danger,
  done,
  work,
}: PasswordDialogProps) => {
  const toast = useToast()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({ resolver: schemaResolver(PasswordBody), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ password }) => {
    try {
      const recoveryCodes = await work(password)
      await onChanged()
      if (recoveryCodes) {
        setCodes(recoveryCodes)
        return
      }
      toast(done, { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, ['password'])
    }
  })
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
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
            form="prove"
            kind={danger ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && 'One moment…'}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id="prove" method="post" noValidate onSubmit={send}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.register('password')}
          error={errors.password?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
