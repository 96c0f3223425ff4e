/** The vault: customers' stored cards, bank accounts and PayPal accounts. */
import { parseAddress, parseExpiration } from './cards.ts'
import type { Gateway } from './gateway.ts'
import { isCard } from './instruments.ts'
import { consumeNonce, findUsableNonce } from './nonces.ts'
import { flag, group, newId, now, type Params, text } from './params.ts'
import type { CardData, Instrument, StoredMethod, Nonce, Verification } from './records.ts'
import { NotFound, refuse } from './refusal.ts'
import { isFailedVerification, verify } from './verify.ts'

/** A card that failed verification and was not stored. */
export type VerificationFailure = { refused: Verification; instrument: CardData }

const nonceCodes = { scope: ['payment_method'], consumed: '93107', unknown: '93108' }

/** Stores the instrument of a nonce for a customer, and verifies it first if the options say so. */
export function createPaymentMethod(gateway: Gateway, params: Params): StoredMethod | VerificationFailure {
  const { scope } = nonceCodes
  const customer_id = text(params, 'customer_id')
  if (!customer_id) throw refuse(scope, 'customer_id', '93104', 'Customer ID is required.')
  if (!gateway.store.customers.get(customer_id)) throw refuse(scope, 'customer_id', '93105', 'Customer ID is invalid.')
  const nonce = requireNonce(gateway, params)
  const token = text(params, 'token')
  if (token && (!/^[\w-]{1,36}$/.test(token) || gateway.store.methods.get(token)))
    throw refuse(['payment_method', 'credit_card'], 'token', '91718', 'Token is invalid.')

  const options = group(params, 'options')
  if (flag(options, 'fail_on_duplicate_payment_method') && isDuplicateCard(gateway, nonce.instrument))
    throw refuse(['payment_method', 'credit_card'], 'number', '81724', 'Duplicate card exists in the vault.')
  return vault(gateway, nonce, {
    customer_id,
    token,
    options,
    instrument: withDetails(nonce.instrument, params),
    make_default: flag(options, 'make_default'),
  })
}

type VaultRequest = {
  customer_id: string
  token?: string | undefined
  options?: Params
  make_default?: boolean
  instrument?: Instrument
}

/** Stores a nonce's instrument and consumes the nonce. A customer's first payment method becomes the default. */
export function vault(gateway: Gateway, nonce: Nonce, request: VaultRequest): StoredMethod | VerificationFailure {
  const { instrument = nonce.instrument, customer_id } = request
  if (instrument.kind === 'paypal' && !instrument.billing_agreement_id)
    throw refuse(['payment_method'], 'base', '82902', 'Cannot vault a one-time use PayPal account.')
  const existing = nonce.token ? gateway.store.methods.get(nonce.token) : undefined
  const verification = verify(instrument, request.options ?? {})
  consumeNonce(gateway, nonce)
  if (verification && isFailedVerification(verification) && isCard(instrument))
    return { refused: verification, instrument }
  // A PayPal account that was vaulted at its approval is not stored again.
  if (existing && existing.customer_id === customer_id && existing.instrument.kind === 'paypal')
    return request.make_default ? makeDefault(gateway, existing) : existing
  const method = gateway.store.methods.put({
    id: request.token ?? newId(),
    customer_id,
    is_default: listStoredMethods(gateway, customer_id).length === 0,
    instrument,
    verification,
    created_at: now(),
    updated_at: now(),
  })
  return request.make_default ? makeDefault(gateway, method) : method
}

/** A stored payment method, or a 404. */
export function findPaymentMethod({ store }: Gateway, token: string): StoredMethod {
  const method = store.methods.get(token)
  if (!method) throw new NotFound(`No payment method ${token}`)
  return method
}

/** Updates a stored payment method's name, expiration, address or default flag, verifies it again, or replaces its instrument by a nonce's. */
export function updatePaymentMethod(
  gateway: Gateway,
  token: string,
  params: Params,
): StoredMethod | VerificationFailure {
  const method = findPaymentMethod(gateway, token)
  const nonce = text(params, 'payment_method_nonce') ? requireNonce(gateway, params) : undefined
  const options = group(params, 'options')
  const { month, year } = parseExpiration(params)
  const instrument = withDetails(nonce?.instrument ?? method.instrument, params)
  if (isCard(instrument) && month && year) Object.assign(instrument, { expiration_month: month, expiration_year: year })

  const verification = verify(instrument, options) ?? method.verification
  if (nonce) consumeNonce(gateway, nonce)
  if (verification && isFailedVerification(verification) && isCard(instrument))
    return { refused: verification, instrument }
  const updated = gateway.store.methods.put({ ...method, instrument, verification, updated_at: now() })
  return flag(options, 'make_default') ? makeDefault(gateway, updated) : updated
}

/** Deletes a payment method. If it was the default, the customer's oldest remaining one becomes the default. */
export function deletePaymentMethod(gateway: Gateway, token: string) {
  const { customer_id, is_default } = findPaymentMethod(gateway, token)
  gateway.store.methods.delete(token)
  const [nextDefault] = listStoredMethods(gateway, customer_id)
  if (is_default && nextDefault) makeDefault(gateway, nextDefault)
}

/** A customer's payment methods, oldest first. */
export const listStoredMethods = ({ store }: Gateway, customer_id: string) =>
  store.methods.all().filter(method => method.customer_id === customer_id)

function makeDefault(gateway: Gateway, method: StoredMethod): StoredMethod {
  for (const other of listStoredMethods(gateway, method.customer_id))
    if (other.is_default && other.id !== method.id) gateway.store.methods.put({ ...other, is_default: false })
  return gateway.store.methods.put({ ...method, is_default: true })
}

/** The instrument with the cardholder name and the billing address from the request. */
function withDetails(instrument: Instrument, params: Params): Instrument {
  const billing = parseAddress(group(params, 'billing_address')) ?? instrument.billing
  if (!isCard(instrument)) return { ...instrument, billing }
  return { ...instrument, billing, cardholder_name: text(params, 'cardholder_name') ?? instrument.cardholder_name }
}

function requireNonce(gateway: Gateway, params: Params): Nonce {
  const id = text(params, 'payment_method_nonce')
  if (!id) throw refuse(nonceCodes.scope, 'payment_method_nonce', '93103', 'Nonce is required.')
  return findUsableNonce(gateway, id, nonceCodes)
}

const isDuplicateCard = ({ store }: Gateway, candidate: Instrument) =>
  isCard(candidate) &&
  store.methods
    .all()
    .some(
      ({ instrument }) =>
        isCard(instrument) &&
        instrument.test_number === candidate.test_number &&
        instrument.expiration_month === candidate.expiration_month &&
        instrument.expiration_year === candidate.expiration_year,
    )
