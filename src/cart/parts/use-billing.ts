import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { checkPostalCode, checkSoldTo, checkState } from '#workspaces/address.ts'
import { saveWorkspaceBilling, type CountryWithRegions } from '#workspaces/contract.ts'

import { CartBillingBody, checkCompany, type BillingValues } from '../billing.ts'
import { setCartBilling } from '../details-contract.ts'
import { cacheCart } from '../use-cart-changes.ts'

const fields = Object.keys(CartBillingBody.shape) as (keyof CartBillingBody)[]

/** The billing form. Saves to the cart, and to the workspace as well if chosen, then calls `onSaved`. */
export const useBilling = (
  values: BillingValues & { also_workspace?: boolean },
  countries: readonly CountryWithRegions[],
  onSaved: () => void,
) => {
  const client = useQueryClient()
  const schema = z
    .extend(CartBillingBody, { also_workspace: z.boolean() })
    .check(checkCompany, checkSoldTo(countries), checkPostalCode(countries), ...checkState(countries))
  const form = useForm({
    resolver: schemaResolver(schema),
    // null means "not chosen yet"; the schema rejects it with a message.
    defaultValues: { also_workspace: false, ...values } as z.input<typeof schema>,
  })
  const submit = form.handleSubmit(async ({ also_workspace, ...body }) => {
    try {
      cacheCart(client, await call(setCartBilling, { body }))
      const { company: company_name, is_private, ...address } = body
      if (also_workspace && !is_private) await call(saveWorkspaceBilling, { body: { ...address, company_name } })
    } catch (error) {
      return showRefusal(error, form, fields)
    }
    onSaved()
  })
  return { form, submit }
}
