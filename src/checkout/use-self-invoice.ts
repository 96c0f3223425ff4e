import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { getCart, type Cart } from '#cart/contract.ts'
import { ProjectDetails } from '#orders/contract.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { oneOperation } from '#platform/operation.ts'
import { callKey } from '#platform/query.ts'

import { selfInvoice, type SelfInvoiceBody } from './contract.ts'
import { tellOfPurchase } from './tell-of-purchase.ts'
import { useOvertaken } from './use-overtaken.ts'

const fields = ['client_name', 'project_name', 'project_description', 'start_date', 'po_number'] as const

/** The form that buys a cart on account. */
export const useSelfInvoice = ({ hash, fingerprint }: Cart) => {
  const [operation] = useState(() => oneOperation<SelfInvoiceBody>())
  const client = useQueryClient()
  const navigate = useNavigate()
  const overtaken = useOvertaken()
  const form = useForm({
    resolver: checkedBy(ProjectDetails),
    defaultValues: { client_name: '', project_name: '', project_description: '', start_date: '', po_number: '' },
  })
  const submit = form.handleSubmit(async project => {
    // While nobody knows what became of an invoice it is the cart that may be gone.
    if (hash === null && !operation.hasBegun()) return form.setError('root', { message: 'No cart found' })
    try {
      const make = () => ({ ...project, cart_hash: hash ?? '', seen: fingerprint })
      const { body, ...options } = await operation.begin(make)
      const { data } = await call(selfInvoice, { body }, options)
      tellOfPurchase(data)
      await navigate(`/workspace/orders/${data.invoice_number}`)
      await client.invalidateQueries()
    } catch (error) {
      operation.failed(error)
      if (await overtaken(error)) return
      showRefusal(error, form, fields, 'Something went wrong during self-invoicing. Please try again.')
      // Otherwise the cart may be an order already, and its form has to stay for the next try.
      if (!operation.hasBegun()) await client.invalidateQueries({ queryKey: callKey(getCart, {}) })
    }
  })
  return { form, submit }
}
