/** The messages of the one-page checkout, and when they appear. */
import type { Cart } from '#cart/contract.ts'
import { TOKENIZE_TEXT, VERIFY_TEXT, InvalidCardError, type CardField } from '#payments/card-texts.ts'
import type { MethodOption } from '#payments/method-options.ts'

export const CONTACT_TEXT = 'Something went wrong when saving contact details'
export const CHARGE_TEXT = 'Something went wrong processing your payment'
export const ACH_TEXT = 'Something went wrong with your ACH payment, please try again'
/** The outcome is unknown: the retry sends the same request, which is carried out once. */
export const LOST_TEXT = `${CHARGE_TEXT}. Please press “Complete Purchase” again: you will not be charged twice.`
export const VAT_REMOVAL_TEXT = 'Something went wrong when removing VAT number'
export const VAT_TEXT = 'Not a valid VAT number'
export const EIN_TEXT = 'Add your EIN number to purchase a non-profit license'

type PurchasableCart = Pick<Cart, 'total' | 'has_non_profit_licenses' | 'ein'>

/** Returns what is missing before the order can be placed; undefined when nothing is. */
export const missingText = (
  { total, has_non_profit_licenses, ein }: PurchasableCart,
  selected: MethodOption | undefined,
): string | undefined => {
  if (total.unformatted > 0 && !selected) return 'Please select a payment method'
  if (has_non_profit_licenses && !ein) return EIN_TEXT
  return undefined
}

/** In the order in which they are shown, one at a time. */
const CARD_FIELD_MESSAGES: readonly (readonly [CardField, string])[] = [
  ['cardholderName', 'Please enter a valid name'],
  ['expirationDate', 'Please enter a valid expiration date'],
  ['number', 'Please enter a valid card number'],
  ['postalCode', 'Please enter a valid postal code'],
]

const MESSAGE_OVERRIDES: Readonly<Record<string, string>> = {
  [TOKENIZE_TEXT]: 'Something went wrong processing your request',
  [VERIFY_TEXT]: 'Error processing payment method.',
}

/** Maps a payment form’s error to this checkout’s message; other errors are returned unchanged. */
export const toCheckoutError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const invalidFields = error instanceof InvalidCardError ? error.fields : []
  const text =
    CARD_FIELD_MESSAGES.find(([field]) => invalidFields.includes(field))?.[1] ?? MESSAGE_OVERRIDES[error.message]
  return text === undefined ? error : new Error(text, { cause: error })
}
