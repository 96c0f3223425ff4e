/** Something that cannot be undone, or that has to be explained: asks for its reason, which stays in the log. Load it lazily. */
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'

import { ReasonBody } from '../contract.ts'

type ReasonDialogProps = {
  title: string
  /** What happens, in a sentence. */
  what: string
  /** The verb on the button, and while it happens. */
  confirm: string
  busy: string
  danger?: boolean
  /** Who else reads it. */
  hint?: string
  /** What it touches. */
  children?: ReactNode
  onClose: () => void
  /** Throws the refusal. */
  onConfirm: (reason: string) => Promise<void>
}

export const ReasonDialog = ({
  title,
  what,
  confirm,
  busy,
  danger,
  hint = 'For our own log.',
  children,
  onClose,
  onConfirm,
}: ReasonDialogProps) => {
  const form = useForm({ resolver: checkedBy(ReasonBody), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { revalidate } = useRevalidator()
  const [wasRefused, setRefused] = useState(false)
  const close = () => {
    onClose()
    // What a colleague did meanwhile is seen once this has been read: the page may not show what was asked for any more.
    if (wasRefused) void revalidate()
  }
  const carryOut = form.handleSubmit(async ({ reason }) => {
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
      keep
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
      <form id="reason" method="post" noValidate onSubmit={carryOut}>
        <TextArea label="Reason" hint={hint} {...form.register('reason')} error={errors.reason?.message} />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
