/** The dialog to decline a request with a reason. Load it lazily. */
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'

import { DeclineBody, declineRequest, type PurchaseRequest } from '../contract.ts'

type DeclineDialogProps = { request: PurchaseRequest; onClose: () => void; onDone: () => void }

export const DeclineDialog = ({ request, onClose, onDone }: DeclineDialogProps) => {
  const form = useForm({ resolver: schemaResolver(DeclineBody), defaultValues: { decline_reason: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await call(declineRequest, { params: { id: String(request.id) }, body })
      onDone()
    } catch (error) {
      showRefusal(error, form, ['decline_reason'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Decline this request?"
      description={`${request.requested_by.name} gets an email and can put the clips back in their cart.`}
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
          label="Why"
          rows={3}
          maxLength={1000}
          {...form.register('decline_reason')}
          error={errors.decline_reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
