/** The numbers and codes of an order, each of which can be added or removed. */
import { type Cart, type ContactDetails } from '#cart/contract.ts'
import { setEin } from '#cart/details-contract.ts'
import { addCoupon, removeCoupon, saveDetails } from '#cart/legacy-contract.ts'
import { call } from '#platform/http/call.ts'

import { toDetailsBody } from '../contact.ts'
import { CONTACT_TEXT, VAT_REMOVAL_TEXT, VAT_TEXT } from '../texts.ts'
import { ExtraRow } from './extra-row.tsx'

type ExtrasProps = {
  cart: Cart
  details: ContactDetails
  is_custom: boolean
  /** Shown next to the EIN field when it is missing. */
  missingEin: string | undefined
  refresh: () => Promise<unknown>
}

export const Extras = ({ cart, details, is_custom, missingEin, refresh }: ExtrasProps) => {
  // A VAT number is remembered for the visitor, so an existing one is always shown.
  const showsVat = cart.vat_information.can_accept_vat_number || cart.vat_number !== null
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
        save={po_number => call(saveDetails, { body: toDetailsBody(details, { po_number }) }).then(refresh)}
        fallback={CONTACT_TEXT}
      />
      {showsVat && (
        <ExtraRow
          label="VAT number"
          value={cart.vat_number}
          save={vat_number => call(saveDetails, { body: toDetailsBody(details, { vat_number }) }).then(refresh)}
          fallback={cart.vat_number === null ? VAT_TEXT : VAT_REMOVAL_TEXT}
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
