import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import type { Cart } from '#cart/contract.ts'
import { ProjectDetails } from '#orders/contract.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { createOperation } from '#platform/http/operation.ts'

import { selfInvoice, type SelfInvoiceBody } from './contract.ts'
import { trackPurchase } from './purchase-tracking.ts'
import { refreshCheckout, useStaleCheckout } from './use-stale-checkout.ts'

const fields = ['client_name', 'project_name', 'project_description', 'start_date', 'po_number'] as const

/** The form for buying a cart on account. */
export const useSelfInvoice = ({ hash, fingerprint }: Cart, terms_version: number | undefined) => {
  const [operation] = useState(() => createOperation<SelfInvoiceBody>())
  const client = useQueryClient()
  const navigate = useNavigate()
  const handleStale = useStaleCheckout()
  const form = useForm({
    resolver: schemaResolver(ProjectDetails),
    defaultValues: { client_name: '', project_name: '', project_description: '', start_date: '', po_number: '' },
  })
  const submit = form.handleSubmit(async project => {
    // While the outcome of an invoice is unknown, the cart may be gone.
    if (hash === null && !operation.hasBegun()) return form.setError('root', { message: 'No cart found' })
    try {
      const buildBody = () => ({ ...project, cart_hash: hash ?? '', seen: fingerprint, terms_version })
      const { body, ...options } = await operation.begin(buildBody)
      const { data } = await call(selfInvoice, { body }, options)
      trackPurchase(data)
      await navigate(`/workspace/orders/${data.invoice_number}`)
      await client.invalidateQueries()
    } catch (error) {
      operation.failed(error)
      if (await handleStale(error)) return
      showRefusal(error, form, fields, 'Something went wrong during self-invoicing. Please try again.')
      // Otherwise the cart may be an order already, and its form has to stay for a retry.
      if (!operation.hasBegun()) await refreshCheckout(client)
    }
  })
  return { form, submit }
}
