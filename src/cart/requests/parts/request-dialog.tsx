/** The "Request purchase" dialog with a note for the purchasers. Load it lazily. */
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callKey, useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { getCart } from '../../contract.ts'
import { listRequests, RequestBody, requestPurchase } from '../contract.ts'

/** Further people are only counted. */
const MAX_NAMED = 3

const listNames = (buyers: readonly { name: string }[]): string => {
  const names = buyers.slice(0, MAX_NAMED).map(({ name }) => name)
  const othersCount = buyers.length - names.length
  return new Intl.ListFormat('en-US').format(othersCount > 0 ? [...names, `${othersCount} more`] : names)
}

export const RequestDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const buyers = useCall(listRequests, { query: {} }).data?.meta.buyers
  const form = useForm({ resolver: schemaResolver(RequestBody), defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      const { data } = await call(requestPurchase, { body })
      await client.invalidateQueries({ queryKey: callKey(getCart, {}) })
      toast('Your request is with your team', { kind: 'success' })
      await navigate(`/workspace/purchase-requests/${data.id}`)
    } catch (error) {
      showRefusal(error, form, ['note'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Request purchase"
      description={
        buyers
          ? `Your cart goes to ${listNames(buyers)}. We email you when it is decided.`
          : 'Your cart goes to the members of your team who may buy. We email you when it is decided.'
      }
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="request-purchase" kind="primary" size="lg" busy={isSubmitting && 'Sending…'}>
            Send request
          </Button>
        </>
      }
    >
      <form id="request-purchase" method="post" noValidate onSubmit={send}>
        <TextArea
          label="What is it for?"
          rows={4}
          maxLength={1000}
          hint="The project, and by when you need the clips."
          {...form.register('note')}
          error={errors.note?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
