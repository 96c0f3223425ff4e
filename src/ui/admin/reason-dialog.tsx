/** Asks for the reason of an action, for the audit log. Load it lazily. */
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { ReasonBody } from '#platform/text.ts'

import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextArea } from '../text-field.tsx'

type ReasonDialogProps = {
  title: string
  /** What the action does, as a sentence. */
  what: string
  /** The button's label, and its label while the action runs. */
  confirm: string
  busy: string
  danger?: boolean
  /** Who else can read the reason. */
  hint?: string
  /** Shows what the action affects. */
  children?: ReactNode
  onClose: () => void
  /** Throws the refusal if the action fails. */
  onConfirm: (reason: string) => Promise<void>
}

export const ReasonDialog = ({
  title,
  what,
  confirm,
  busy,
  danger,
  hint = 'For the audit log.',
  children,
  onClose,
  onConfirm,
}: ReasonDialogProps) => {
  const form = useForm({ resolver: schemaResolver(ReasonBody), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { revalidate } = useRevalidator()
  const [wasRefused, setRefused] = useState(false)
  const close = () => {
    onClose()
    // Reload only once the error was read, because the page may no longer show what the action was for.
    if (wasRefused) void revalidate()
  }
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason)
      onClose()
    } catch (error) {
      setRefused(true)
      showRefusal(error, form, ['reason'])
    }
  })
  return (
    <Dialog
      open
      onClose={close}
      persistent
      size="sm"
      title={title}
      description={what}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="reason"
            kind={danger ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <form id="reason" method="post" noValidate onSubmit={submit}>
        <TextArea label="Reason" hint={hint} {...form.register('reason')} error={errors.reason?.message} />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
