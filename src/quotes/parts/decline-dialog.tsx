/** The dialog to decline a quote with a reason for the sales team. Load it lazily. */
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'

import { DeclineBody, declineQuote } from '../contract.ts'

type DeclineDialogProps = { number: string; onClose: () => void; onDone: () => void }

export const DeclineDialog = ({ number, onClose, onDone }: DeclineDialogProps) => {
  const form = useForm({ resolver: schemaResolver(DeclineBody), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await call(declineQuote, { params: { number }, body })
      onDone()
    } catch (error) {
      showRefusal(error, form, ['reason'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Decline this quote?"
      description="It can no longer be paid then. We read your reason and can send you a new quote."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="decline" kind="danger" size="lg" busy={isSubmitting && 'Sending…'}>
            Decline
          </Button>
        </>
      }
    >
      <form id="decline" method="post" noValidate onSubmit={send}>
        <TextArea
          label="Reason"
          rows={3}
          maxLength={1000}
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
