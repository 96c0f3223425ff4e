/** What the card form says about its fields: the gateway's frames report states, the words are ours. */
import type { HostedFieldsHostedFieldsFieldData, HostedFieldsHostedFieldsFieldName } from 'braintree-web/hosted-fields'

export const cardFields = ['cardholderName', 'number', 'expirationDate', 'cvv', 'postalCode'] as const
export type CardField = (typeof cardFields)[number] & HostedFieldsHostedFieldsFieldName

export type FieldState = Pick<
  HostedFieldsHostedFieldsFieldData,
  'isEmpty' | 'isValid' | 'isPotentiallyValid' | 'isFocused'
>
export type FieldStates = Partial<Record<CardField, FieldState>>
export type FieldTexts = Partial<Record<CardField, string>>

const invalidTexts: Record<CardField, string> = {
  cardholderName: 'Name is required',
  expirationDate: 'Expiration date is required',
  number: 'Card number is required',
  cvv: 'CVV number is required',
  postalCode: 'Zip code is required',
}

const emptyTexts: Record<CardField, string> = {
  number: 'Card number is required',
  cvv: 'CVV is required',
  expirationDate: 'Date is required',
  cardholderName: 'Cardholder name is required',
  postalCode: 'Zip code is required',
}

/**
 * What to say beside the fields. Before a try to pay only what was typed and cannot be right is marked, after it what is
 * missing too. What a person is typing is left alone as long as it can still become right.
 */
export const textsOf = (states: FieldStates, has_tried: boolean): FieldTexts => {
  const texts: FieldTexts = {}
  for (const field of cardFields) {
    const state = states[field]
    if (!state || state.isValid) continue
    if (state.isEmpty) {
      if (has_tried) texts[field] = emptyTexts[field]
    } else if (!state.isFocused || !state.isPotentiallyValid) texts[field] = invalidTexts[field]
  }
  return texts
}

export const reviewText =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'
export const tokenizeText = 'Error on tokenize hosted fields or 3DS verify card'
export const openText = 'Error initializing payment system'
/** The card's bank said no, or its holder went away from its question. */
export const refusedText = 'Card 3D Secure Authentication failed'

/** The bank of a kept card could not be asked. */
export const verifyText = 'Error 3DS verifying card'

/** A card that cannot be right as it was typed. */
export class WrongCard extends Error {
  readonly fields: readonly CardField[]

  constructor(text: string, fields: readonly CardField[], options?: ErrorOptions) {
    super(text, options)
    this.fields = fields
  }
}

type FormError = { code?: string; message?: string }

const reviewed = new Set([
  'HOSTED_FIELDS_FIELDS_EMPTY',
  'HOSTED_FIELDS_FIELDS_INVALID',
  'HOSTED_FIELDS_FAILED_TOKENIZATION',
  'THREEDS_LOOKUP_VALIDATION_ERROR',
])

/** The line for a card that could not be tokenized, or that its bank was asked about. */
export const textOfFailure = (error: unknown): string => {
  const { code, message } = (error ?? {}) as FormError
  if (message === refusedText) return refusedText
  return code !== undefined && reviewed.has(code) ? reviewText : tokenizeText
}
