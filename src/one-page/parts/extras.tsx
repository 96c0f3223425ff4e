/** Numbers and codes of an order: each may be added, and taken off again. */
import { type Cart, type ContactDetails } from '#cart/contract.ts'
import { setEin } from '#cart/details-contract.ts'
import { addCoupon, removeCoupon, saveDetails } from '#cart/legacy-contract.ts'
import { call } from '#platform/call.ts'

import { bodyOf } from '../contact.ts'
import { contact_text, vat_removal_text, vat_text } from '../texts.ts'
import { ExtraRow } from './extra-row.tsx'

type ExtrasProps = {
  cart: Cart
  details: ContactDetails
  is_custom: boolean
  /** Said beside the EIN number when it is missing. */
  missingEin: string | undefined
  refresh: () => Promise<unknown>
}

export const Extras = ({ cart, details, is_custom, missingEin, refresh }: ExtrasProps) => {
  // What was typed once is kept with the visitor, so a row that is there already has nothing to add.
  const asksForVat = cart.vat_information.can_accept_vat_number || cart.vat_number !== null
  return (
    <div>
      {cart.has_non_profit_licenses && (
        <ExtraRow
          label="EIN number"
          value={cart.ein}
          placeholder="12-3456789"
          hint="Non-profit licenses need it."
          missing={missingEin}
          save={ein => call(setEin, { body: { ein } }).then(refresh)}
        />
      )}
      <ExtraRow
        label="Purchase order number"
        value={details.po_number || null}
        save={po_number => call(saveDetails, { body: bodyOf(details, { po_number }) }).then(refresh)}
        fallback={contact_text}
      />
      {asksForVat && (
        <ExtraRow
          label="VAT number"
          value={cart.vat_number}
          save={vat_number => call(saveDetails, { body: bodyOf(details, { vat_number }) }).then(refresh)}
          fallback={cart.vat_number === null ? vat_text : vat_removal_text}
        />
      )}
      {!is_custom && (
        <ExtraRow
          label="Promo code"
          value={cart.discount_code}
          note={cart.discount?.note}
          save={code => (code === '' ? call(removeCoupon, {}) : call(addCoupon, { body: { code } })).then(refresh)}
        />
      )}
    </div>
  )
}
