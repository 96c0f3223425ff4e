/** The fields of a quote: a VAT number where one is accepted, an EIN where one is needed. */
import { CodeField } from '#cart/code-field.tsx'
import type { Cart } from '#cart/contract.ts'
import { EinField } from '#cart/ein-field.tsx'
import { call } from '#platform/http/call.ts'

import { setQuoteEin, setQuoteVat } from './contract.ts'

type QuoteNumbersProps = {
  number: string
  cart: Cart
  /** Called after a change; reload the quote. */
  onSaved: () => Promise<unknown>
}

export const QuoteNumbers = ({ number, cart, onSaved }: QuoteNumbersProps) => (
  <>
    {cart.vat_information.can_accept_vat_number && (
      <CodeField
        label="VAT number"
        applied={cart.vat_number}
        save={vat_number => call(setQuoteVat, { params: { number }, body: { vat_number } }).then(onSaved)}
      />
    )}
    {cart.has_non_profit_licenses && (
      <EinField ein={cart.ein} save={ein => call(setQuoteEin, { params: { number }, body: { ein } }).then(onSaved)} />
    )}
  </>
)
