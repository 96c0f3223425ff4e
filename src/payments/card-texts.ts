/** The card form’s messages: the gateway’s frames report states, the text is ours. */
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
 * Returns the message of each field. Before the first submit, only invalid input is marked; after it, missing input
 * too. The field being edited is not marked while it can still become valid.
 */
export const fieldTexts = (states: FieldStates, has_tried: boolean): FieldTexts => {
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

export const REVIEW_TEXT =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'
export const TOKENIZE_TEXT = 'Error on tokenize hosted fields or 3DS verify card'
export const OPEN_TEXT = 'Error initializing payment system'
/** The card’s bank declined, or the cardholder canceled the authentication. */
export const REFUSED_TEXT = 'Card 3D Secure Authentication failed'

/** 3D Secure failed for a saved card. */
export const VERIFY_TEXT = 'Error 3DS verifying card'

/** A card whose input is invalid. */
export class InvalidCardError extends Error {
  readonly fields: readonly CardField[]

  constructor(text: string, fields: readonly CardField[], options?: ErrorOptions) {
    super(text, options)
    this.fields = fields
  }
}

type HostedFieldsError = { code?: string; message?: string }

const REVIEW_CODES = new Set([
  'HOSTED_FIELDS_FIELDS_EMPTY',
  'HOSTED_FIELDS_FIELDS_INVALID',
  'HOSTED_FIELDS_FAILED_TOKENIZATION',
  'THREEDS_LOOKUP_VALIDATION_ERROR',
])

/** Returns the message for a card that could not be tokenized or verified. */
export const cardFailureText = (error: unknown): string => {
  const { code, message } = (error ?? {}) as HostedFieldsError
  if (message === REFUSED_TEXT) return REFUSED_TEXT
  return code !== undefined && REVIEW_CODES.has(code) ? REVIEW_TEXT : TOKENIZE_TEXT
}
