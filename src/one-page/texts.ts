/** What the one-page checkout says by itself, and when. */
import type { Cart } from '#cart/contract.ts'
import { tokenizeText, verifyText, WrongCard, type CardField } from '#payments/card-texts.ts'
import type { MethodOption } from '#payments/method-options.ts'

export const contact_text = 'Something went wrong when saving contact details'
export const charge_text = 'Something went wrong processing your payment'
export const ach_text = 'Something went wrong with your ACH payment, please try again'
/** Nobody knows whether the buyer was charged: the same request is sent again, and is carried out once. */
export const lost_text = `${charge_text}. Please press “Complete Purchase” again: you will not be charged twice.`
export const vat_removal_text = 'Something went wrong when removing VAT number'
export const vat_text = 'Not a valid VAT number'
export const ein_text = 'Add your EIN number to purchase a non-profit license'

type Asked = Pick<Cart, 'total' | 'has_non_profit_licenses' | 'ein'>

/** What somebody has to do before the order can be placed; undefined when nothing is missing. */
export const missingText = (
  { total, has_non_profit_licenses, ein }: Asked,
  chosen: MethodOption | undefined,
): string | undefined => {
  if (total.unformatted > 0 && !chosen) return 'Please select a payment method'
  if (has_non_profit_licenses && !ein) return ein_text
  return undefined
}

/** In the order in which they are said, one at a time. */
const card_texts: readonly (readonly [CardField, string])[] = [
  ['cardholderName', 'Please enter a valid name'],
  ['expirationDate', 'Please enter a valid expiration date'],
  ['number', 'Please enter a valid card number'],
  ['postalCode', 'Please enter a valid postal code'],
]

const own_texts: Readonly<Record<string, string>> = {
  [tokenizeText]: 'Something went wrong processing your request',
  [verifyText]: 'Error processing payment method.',
}

/** Why a means of payment could not be made ready, in the words of this checkout; what it has no words for stays as it is. */
export const inOwnWords = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const wrong = error instanceof WrongCard ? error.fields : []
  const text = card_texts.find(([field]) => wrong.includes(field))?.[1] ?? own_texts[error.message]
  return text === undefined ? error : new Error(text, { cause: error })
}
