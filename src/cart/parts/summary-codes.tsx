/** What a buyer may type into the order summary: a discount code, a VAT number where there are any, an EIN where one is needed. */
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/call.ts'

import { CodeField } from '../code-field.tsx'
import { type Cart } from '../contract.ts'
import { setCoupon, setEin, setVat } from '../details-contract.ts'
import { EinField } from '../ein-field.tsx'
import { keepCart } from '../use-cart-changes.ts'

export const SummaryCodes = ({ cart }: { cart: Cart }) => {
  const client = useQueryClient()
  const kept = async (reply: Promise<Parameters<typeof keepCart>[1]>) => keepCart(client, await reply)
  return (
    <>
      <CodeField
        label="Discount code"
        applied={cart.discount_code}
        note={cart.discount?.note}
        save={code => kept(call(setCoupon, { body: { code } }))}
      />
      {cart.vat_information.can_accept_vat_number && (
        <CodeField
          label="VAT number"
          applied={cart.vat_number}
          save={vat_number => kept(call(setVat, { body: { vat_number } }))}
        />
      )}
      {cart.has_non_profit_licenses && <EinField ein={cart.ein} save={ein => kept(call(setEin, { body: { ein } }))} />}
    </>
  )
}
