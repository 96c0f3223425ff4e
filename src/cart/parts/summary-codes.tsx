/** The fields of the order summary: a discount code, a VAT number where one is accepted, an EIN where one is needed. */
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/http/call.ts'

import { CodeField } from '../code-field.tsx'
import { type Cart } from '../contract.ts'
import { setCoupon, setEin, setVat } from '../details-contract.ts'
import { EinField } from '../ein-field.tsx'
import { cacheCart } from '../use-cart-changes.ts'

export const SummaryCodes = ({ cart }: { cart: Cart }) => {
  const client = useQueryClient()
  const saveReply = async (reply: Promise<Parameters<typeof cacheCart>[1]>) => cacheCart(client, await reply)
  return (
    <>
      <CodeField
        label="Discount code"
        applied={cart.discount_code}
        note={cart.discount?.note}
        save={code => saveReply(call(setCoupon, { body: { code } }))}
      />
      {cart.vat_information.can_accept_vat_number && (
        <CodeField
          label="VAT number"
          applied={cart.vat_number}
          save={vat_number => saveReply(call(setVat, { body: { vat_number } }))}
        />
      )}
      {cart.has_non_profit_licenses && (
        <EinField ein={cart.ein} save={ein => saveReply(call(setEin, { body: { ein } }))} />
      )}
    </>
  )
}
