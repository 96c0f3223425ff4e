import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { postalCodeFits, stateGiven } from '#workspaces/address.ts'
import { saveWorkspaceBilling, type CountryWithRegions } from '#workspaces/contract.ts'

import { CartBillingBody, type BillingValues } from '../billing.ts'
import { setCartBilling } from '../details-contract.ts'
import { keepCart } from '../use-cart-changes.ts'

const fields = Object.keys(CartBillingBody.shape) as (keyof CartBillingBody)[]

/** The billing form: saves to the cart, to the workspace as well if asked, and then goes on with `onSaved`. */
export const useBilling = (
  values: BillingValues & { also_workspace?: boolean },
  countries: readonly CountryWithRegions[],
  onSaved: () => void,
) => {
  const client = useQueryClient()
  const shape = z
    .extend(CartBillingBody, { also_workspace: z.boolean() })
    .check(postalCodeFits(countries), ...stateGiven(countries))
  const form = useForm({
    resolver: checkedBy(shape),
    // null stands for "not chosen yet", which the shape refuses with a sentence.
    defaultValues: { also_workspace: false, ...values } as z.input<typeof shape>,
  })
  const submit = form.handleSubmit(async ({ also_workspace, ...body }) => {
    try {
      keepCart(client, await call(setCartBilling, { body }))
      const { company: company_name, ...rest } = body
      if (also_workspace) await call(saveWorkspaceBilling, { body: { ...rest, company_name } })
    } catch (error) {
      return showRefusal(error, form, fields)
    }
    onSaved()
  })
  return { form, submit }
}
