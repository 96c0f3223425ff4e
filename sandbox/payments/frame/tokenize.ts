/** Sends the card to the gateway and returns results in the browser SDK's format. */
import type { ClientConfiguration, TokenizeError, TokenizeOptions, TokenizeReply } from './protocol.ts'
import type { FieldName, FieldState } from './rules.ts'

type FieldValue = { name: FieldName; value: string; state: FieldState }

const failure = (type: string, code: string, message: string, details: Record<string, unknown> = {}): TokenizeReply => [
  { type, code: `HOSTED_FIELDS_${code}`, message, details } satisfies TokenizeError,
  null,
]

/** Tokenizes the field values. Never rejects, because the result is sent as a message. */
export async function tokenize(
  client: ClientConfiguration | undefined,
  fieldValues: FieldValue[],
  options: TokenizeOptions,
): Promise<TokenizeReply> {
  const selected = fieldValues.filter(
    ({ name }) => !options.fieldsToTokenize || options.fieldsToTokenize.includes(name),
  )
  if (selected.every(({ state }) => state.isEmpty))
    return failure('CUSTOMER', 'FIELDS_EMPTY', 'All fields are empty. Cannot tokenize empty card fields.')
  const invalidFieldKeys = selected.filter(({ state }) => !state.isValid).map(({ name }) => name)
  if (invalidFieldKeys.length)
    return failure(
      'CUSTOMER',
      'FIELDS_INVALID',
      'Some payment input fields are invalid. Cannot tokenize invalid card fields.',
      {
        invalidFieldKeys,
      },
    )
  if (!client) return networkFailure(new Error('The payment client is not ready.'))

  try {
    const response = await fetch(`${client.gatewayConfiguration.clientApiUrl}/v1/payment_methods/credit_cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        authorizationFingerprint: client.authorizationFingerprint,
        creditCard: toCreditCard(selected, options),
      }),
    })
    const body = (await response.json()) as { creditCards?: unknown[] }
    if (response.ok && body.creditCards) return [null, body.creditCards[0]]
    if (response.status !== 422) return networkFailure(body)
    return failure('CUSTOMER', 'FAILED_TOKENIZATION', 'The supplied card data failed tokenization.', {
      originalError: body,
    })
  } catch (error) {
    return networkFailure(error)
  }
}

const networkFailure = (originalError: unknown) =>
  failure('NETWORK', 'TOKENIZATION_NETWORK_ERROR', 'A tokenization network error occurred.', {
    originalError: originalError instanceof Error ? { message: originalError.message } : originalError,
  })

function toCreditCard(values: FieldValue[], { billingAddress = {}, cardholderName, vault }: TokenizeOptions) {
  const valueOf = (name: FieldName) => values.find(field => field.name === name)?.value
  const date = valueOf('expirationDate')
  const postalCode = valueOf('postalCode') ?? billingAddress.postalCode
  return {
    number: valueOf('number'),
    cvv: valueOf('cvv'),
    expirationMonth: date?.slice(0, 2),
    expirationYear: date?.slice(2),
    cardholderName: valueOf('cardholderName') ?? cardholderName,
    billingAddress: { ...billingAddress, ...(postalCode ? { postalCode } : {}) },
    options: { validate: vault ?? false },
  }
}
